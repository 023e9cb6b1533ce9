package dev.pawl.config;

import dev.pawl.core.verify.Condition;
import dev.pawl.core.verify.Coverage;
import dev.pawl.core.verify.Proof;
import dev.pawl.core.verify.RequestText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads {@code covers}: whoever takes less than the whole body for proved must say so. */
final class CoverageReader {

    static final Map<String, Coverage> WORDS =
            Arrays.stream(Coverage.values()).collect(Collectors.toUnmodifiableMap(Coverage::word, Function.identity()));

    private CoverageReader() {}

    static Coverage read(ConfigNode recipe, Proof proof, List<Condition> require) {
        ConfigNode node = recipe.at("covers");
        boolean password = proof instanceof Proof.Token || proof instanceof Proof.Basic;
        if (node.isAbsent() && password) {
            return Coverage.NONE;
        }
        Set<String> allowed = password ? Set.of(Coverage.NONE.word()) : new TreeSet<>(WORDS.keySet());
        String word = node.isAbsent() ? Coverage.BODY.word() : node.word(allowed);
        Coverage said = word == null ? Coverage.BODY : WORDS.getOrDefault(word, Coverage.BODY);
        if (word != null && said == Coverage.BODY && !coversBody(proof, require)) {
            String key = proof instanceof Proof.Signed ? "signed" : "covers";
            recipe.at(key)
                    .mistake(
                            "leaves the body out",
                            "one captured signature would fit any body: add {body}, or say covers: fields or none");
        }
        return said;
    }

    private static boolean coversBody(Proof proof, List<Condition> require) {
        if (proof instanceof Proof.Jws jws) {
            return jws.rule().vouchesForBody() || jws.place().isInBody();
        }
        return proof instanceof Proof.Signed signed
                && (signed.signed().coversBody()
                        || require.stream().anyMatch(condition -> isSigned(condition, signed.signed())));
    }

    /** A hash of the body that stands in what is signed covers the body, too. */
    private static boolean isSigned(Condition condition, RequestText signed) {
        RequestText from = condition.from();
        return condition.vouchesForBody()
                && from.isOneReference()
                && (signed.includes(from) || (signed.coversQuery() && from.readsQuery()));
    }
}

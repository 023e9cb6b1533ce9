package dev.pawl.config;

import dev.pawl.core.verify.JwsAlgorithm;
import dev.pawl.core.verify.JwsRule;
import dev.pawl.core.verify.RequestText;
import dev.pawl.core.verify.SignatureEncoding;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code jws}: what is expected of a JSON Web Signature. */
final class JwsReader {

    static final Set<String> CHAIN = Set.of("leaf", "intermediate");
    static final Set<String> BODY_HASH = Set.of("claim", "encoding");
    static final Set<String> KEYS = Set.of("algorithms", "detached", "x5c", "claims", "bodyHash", "maxAge");
    static final Map<String, JwsAlgorithm> ALGORITHMS = Arrays.stream(JwsAlgorithm.values())
            .collect(Collectors.toUnmodifiableMap(JwsAlgorithm::word, Function.identity()));
    private static final Pattern OID = Pattern.compile("[0-2](\\.[0-9]{1,12}){1,20}");

    private final RecipeContext context;

    JwsReader(RecipeContext context) {
        this.context = context;
    }

    @Nullable
    JwsRule read(ConfigNode node) {
        if (node.isAbsent()) {
            node.mistake("is missing", "at least which algorithms are allowed: { algorithms: [ES256] }");
            return null;
        }
        node.allow(KEYS, Set.of());
        List<JwsAlgorithm> algorithms = algorithms(node.at("algorithms"));
        boolean detached = node.at("detached").flag(false);
        JwsRule.Chain chain = chain(node.at("x5c"));
        Map<String, List<RequestText>> claims = new HashMap<>();
        node.at("claims").entries().forEach((name, value) -> claims.put(name, texts(value)));
        JwsRule.BodyHash bodyHash = bodyHash(node.at("bodyHash"));
        Duration maxAge = node.at("maxAge").duration();
        boolean claimed = !claims.isEmpty() || bodyHash != null || maxAge != null;
        if (detached && claimed) {
            node.at("detached")
                    .mistake("leaves no payload that could claim anything", "remove claims, bodyHash, maxAge");
        }
        return algorithms.isEmpty() ? null : new JwsRule(algorithms, detached, chain, claims, bodyHash, maxAge);
    }

    /** How the key is used; null, with a mistake, where the algorithms do not agree. */
    static KeyReader.@Nullable Use use(ConfigNode node, JwsRule rule) {
        long shared = rule.algorithms().stream().filter(JwsAlgorithm::isShared).count();
        if (shared > 0 && shared < rule.algorithms().size()) {
            node.at("algorithms")
                    .mistake(
                            "mixes shared secrets and public keys",
                            "with both, a public key could be used as a secret: make two recipes of it");
            return null;
        }
        if (shared > 0 && rule.chain() != null) {
            node.at("x5c").mistake("is not for shared secrets", "remove it");
            return null;
        }
        if (rule.chain() != null) {
            return KeyReader.Use.ROOT;
        }
        return shared > 0 ? KeyReader.Use.SHARED : KeyReader.Use.PUBLIC;
    }

    private static List<JwsAlgorithm> algorithms(ConfigNode node) {
        List<JwsAlgorithm> algorithms = Items.read(node.oneOrMore(), item -> {
            String word = item.word(ALGORITHMS.keySet());
            return word == null ? null : ALGORITHMS.get(word);
        });
        if (Items.none(node)) {
            node.mistake("is missing", "which algorithms are allowed, such as [ES256]");
        }
        return algorithms;
    }

    /** {@code true}, or what the certificates must be made for. */
    private static JwsRule.@Nullable Chain chain(ConfigNode node) {
        if (!node.isMap()) {
            return node.flag(false) ? new JwsRule.Chain(null, null) : null;
        }
        node.allow(CHAIN, Set.of());
        return new JwsRule.Chain(oid(node.at("leaf")), oid(node.at("intermediate")));
    }

    private static @Nullable String oid(ConfigNode node) {
        String oid = node.isAbsent() ? null : node.requiredText();
        if (oid != null && !OID.matcher(oid).matches()) {
            node.mistake("is no object identifier", "such as \"1.2.840.113635.100.6.11.1\"");
        }
        return oid;
    }

    private List<RequestText> texts(ConfigNode node) {
        List<RequestText> texts = Items.read(node.oneOrMore(), context::required);
        if (Items.none(node)) {
            node.mistake("is empty, which nothing is", "the value, or a list of values any of which will do");
        }
        return texts;
    }

    private static JwsRule.@Nullable BodyHash bodyHash(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(BODY_HASH, Set.of());
        String claim = node.at("claim").requiredText();
        SignatureEncoding encoding = SignatureReader.encoding(node.at("encoding"));
        return claim == null || encoding == null ? null : new JwsRule.BodyHash(claim, encoding);
    }
}

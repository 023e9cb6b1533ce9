package dev.pawl.config;

import dev.pawl.core.handshake.AnswerRule;
import dev.pawl.core.handshake.Handshakes;
import dev.pawl.core.verify.KeyEncoding;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads which requests a source takes and how it answers them. */
final class ReceptionReader {

    static final Set<String> KEYS = Set.of("methods", "encodings", "handshake", "success", "refusal");

    private static final String EMPTY = "empty";

    static final Set<String> SUCCESS =
            Stream.concat(AnswerReader.KEYS.stream(), Stream.of("mac")).collect(Collectors.toUnmodifiableSet());

    /** The body of a refusal: ours, or none. */
    static final Set<String> REFUSALS = Set.of("problem", EMPTY);

    /** What every answer may hold besides the request and the source's config: the time, in seconds. */
    private static final String NOW = "now";

    private final RecipeContext context;
    private final MacReader macs;

    ReceptionReader(RecipeContext context) {
        this.context = context.with(NOW);
        this.macs = new MacReader(this.context);
    }

    /** How the secrets must be readable for the answers. */
    Set<KeyEncoding> encodings() {
        return macs.used();
    }

    /** @param source the whole source */
    Reception read(ConfigNode source) {
        return new Reception(
                MethodsReader.methods(source.at("methods")),
                MethodsReader.gzip(source.at("encodings")),
                new Handshakes(new HandshakeReader(context, macs).read(source.at("handshake"))),
                success(source.at("success")),
                bareRefusals(source.at("refusal")));
    }

    private static boolean bareRefusals(ConfigNode node) {
        return !node.isAbsent() && EMPTY.equals(node.word(REFUSALS));
    }

    private @Nullable AnswerRule success(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(SUCCESS, Set.of());
        return new AnswerReader(context, macs.read(node.at("mac"))).read(node);
    }
}

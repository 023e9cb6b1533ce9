package dev.pawl.config;

import dev.pawl.core.interpret.BodyFormat;
import dev.pawl.core.verify.Coverage;
import dev.pawl.core.verify.Proof;
import dev.pawl.core.verify.VerificationRecipe;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads {@code methods} and {@code encodings}: what a provider's requests may look like. */
final class MethodsReader {

    /** Methods that can carry an event. */
    static final Set<String> DELIVERING = Set.of("POST", "PUT", "GET");

    private static final String GZIP = "gzip";

    static final Set<String> ENCODINGS = Set.of(GZIP);

    private MethodsReader() {}

    static Set<String> methods(ConfigNode node) {
        Set<String> methods = new TreeSet<>(Items.read(node.oneOrMore(), item -> item.word(DELIVERING)));
        if (Items.isEmptyList(node)) {
            node.mistake("is an empty list, so that nothing could arrive", "leave it out to take POST");
        }
        return node.isAbsent() ? Set.of("POST") : methods;
    }

    /**
     * An event that comes with GET stands in the query, and that must be what is verified: a signature over the body alone
     * would fit any event.
     *
     * @param source the whole source
     * @param scheme null: wrong, and told already
     */
    static void eventsInQuery(ConfigNode source, Reception reception, BodyFormat body, @Nullable Scheme scheme) {
        if (!reception.delivers("GET")) {
            return;
        }
        if (body.outer() != BodyFormat.Outer.FORM) {
            source.at("methods").mistake("has GET, whose events stand in the query", "add body: form");
        }
        if (scheme != null && scheme.recipes().stream().anyMatch(MethodsReader::leavesQueryOut)) {
            source.at("verify")
                    .mistake(
                            "leaves the query out, where events stand that come with GET",
                            "add {path} or {url} to signed, or say covers: fields or none");
        }
    }

    private static boolean leavesQueryOut(VerificationRecipe recipe) {
        return recipe.covers() == Coverage.BODY
                && !(recipe.proof() instanceof Proof.Signed signed
                        && signed.signed().coversQuery());
    }

    static boolean gzip(ConfigNode node) {
        boolean gzip = false;
        for (ConfigNode item : node.oneOrMore()) {
            gzip |= GZIP.equals(item.word(ENCODINGS));
        }
        return gzip;
    }
}

package dev.pawl.config;

import dev.pawl.core.verify.SignatureLayout;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code signature.parse}: how a signature header is put together. Exactly one shape; none: the header is the signature. */
final class LayoutReader {

    private static final Set<String> KEYS = Set.of("prefix", "optionalPrefix", "pairs", "take", "list");
    private static final Set<String> LATER = Set.of("positional", "base64json");
    private static final String SHAPES = "{ prefix } or { optionalPrefix } or { pairs, take } or { list, prefix }";

    private LayoutReader() {}

    static @Nullable SignatureLayout read(ConfigNode node) {
        if (node.isAbsent()) {
            return new SignatureLayout.Whole();
        }
        int before = node.mistakes().count();
        node.allow(KEYS, LATER);
        if (node.mistakes().count() > before) {
            return null;
        }
        Set<String> keys = node.keys();
        if (keys.equals(Set.of("prefix"))) {
            return prefix(node.at("prefix"), false);
        }
        if (keys.equals(Set.of("optionalPrefix"))) {
            return prefix(node.at("optionalPrefix"), true);
        }
        if (keys.equals(Set.of("pairs", "take"))) {
            String separator = separator(node.at("pairs"));
            String take = node.at("take").requiredText();
            return separator == null || take == null ? null : new SignatureLayout.Pairs(separator, take);
        }
        if (keys.equals(Set.of("list", "prefix"))) {
            String separator = separator(node.at("list"));
            String prefix = node.at("prefix").requiredText();
            return separator == null || prefix == null ? null : new SignatureLayout.ListOf(separator, prefix);
        }
        node.mistake("is no known shape", SHAPES);
        return null;
    }

    private static @Nullable SignatureLayout prefix(ConfigNode node, boolean optional) {
        String prefix = node.requiredText();
        return prefix == null ? null : new SignatureLayout.Prefix(prefix, optional);
    }

    /** A blank is a separator too. */
    private static @Nullable String separator(ConfigNode node) {
        String separator = node.text();
        if (node.isAbsent() || "".equals(separator)) {
            node.mistake("is missing", "what stands between two items, such as \",\"");
            return null;
        }
        return separator;
    }
}

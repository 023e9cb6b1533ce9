package dev.pawl.config;

import dev.pawl.core.verify.SignatureLayout;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code signature.parse}: how a signature is put together. Exactly one shape; none: the value is the signature. */
final class LayoutReader {

    static final Set<String> KEYS = Set.of(
            "prefix", "optionalPrefix", "pairs", "take", "equals", "list", "bare", "positional", "names", "base64json");
    private static final String SHAPES = "{ prefix } or { optionalPrefix } or { pairs, take } or { list, prefix }"
            + " or { positional, names } or { base64json }";

    private final RecipeContext context;

    LayoutReader(RecipeContext context) {
        this.context = context;
    }

    @Nullable
    SignatureLayout read(ConfigNode node) {
        if (node.isAbsent()) {
            return new SignatureLayout.Whole();
        }
        int before = node.mistakes().count();
        node.allow(KEYS, Set.of());
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
        if (keys.equals(Set.of("pairs", "take")) || keys.equals(Set.of("pairs", "take", "equals"))) {
            return pairs(node);
        }
        if (keys.equals(Set.of("list", "prefix")) || keys.equals(Set.of("list", "prefix", "bare"))) {
            String separator = separator(node.at("list"));
            String prefix = node.at("prefix").requiredText();
            boolean bare = node.at("bare").flag(false);
            return separator == null || prefix == null ? null : new SignatureLayout.ListOf(separator, prefix, bare);
        }
        if (keys.equals(Set.of("positional", "names"))) {
            return positional(node);
        }
        if (keys.equals(Set.of("base64json"))) {
            String take = node.at("base64json").requiredText();
            return take == null ? null : new SignatureLayout.Base64Json(take);
        }
        node.mistake("is no known shape", SHAPES);
        return null;
    }

    private static @Nullable SignatureLayout prefix(ConfigNode node, boolean optional) {
        String prefix = node.requiredText();
        return prefix == null ? null : new SignatureLayout.Prefix(prefix, optional);
    }

    private @Nullable SignatureLayout pairs(ConfigNode node) {
        String separator = separator(node.at("pairs"));
        String equals = node.at("equals").isAbsent() ? "=" : separator(node.at("equals"));
        String take = context.constant(node.at("take"));
        return separator == null || equals == null || take == null
                ? null
                : new SignatureLayout.Pairs(separator, equals, take);
    }

    private static @Nullable SignatureLayout positional(ConfigNode node) {
        String separator = separator(node.at("positional"));
        List<String> names = Items.texts(node.at("names").items());
        return separator == null ? null : new SignatureLayout.Positional(separator, names);
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

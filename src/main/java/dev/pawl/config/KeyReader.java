package dev.pawl.config;

import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.KeyFetch;
import dev.pawl.core.verify.KeyRule;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code key}: how secrets become keys, or where keys are to be had. */
final class KeyReader {

    static final Set<String> KEYS = Set.of("encoding", "apiKey", "fetch");
    static final Map<String, KeyEncoding> ENCODINGS = Arrays.stream(KeyEncoding.values())
            .collect(Collectors.toUnmodifiableMap(KeyEncoding::word, Function.identity()));

    /** What an algorithm can do with a key. */
    enum Use {
        /** The secret's text itself, nothing made of it. */
        TEXT,
        SHARED,
        PUBLIC,
        /** A certificate that others must lead to. */
        ROOT;

        private boolean takes(KeyEncoding encoding) {
            return switch (this) {
                case TEXT -> encoding == KeyEncoding.UTF8;
                case SHARED -> !encoding.isPublic();
                case PUBLIC -> encoding.isPublic();
                case ROOT -> encoding == KeyEncoding.CERTIFICATE;
            };
        }

        private KeyEncoding usual() {
            return switch (this) {
                case TEXT, SHARED -> KeyEncoding.UTF8;
                case PUBLIC -> KeyEncoding.PEM;
                case ROOT -> KeyEncoding.CERTIFICATE;
            };
        }
    }

    private final RecipeContext context;

    KeyReader(RecipeContext context) {
        this.context = context;
    }

    @Nullable
    KeyRule read(ConfigNode node, Use use) {
        node.allow(KEYS, Set.of());
        ConfigNode fetch = node.at("fetch");
        if (!fetch.isAbsent()) {
            return fetched(node, use);
        }
        ConfigNode encoding = node.at("encoding");
        if (encoding.isAbsent()) {
            return new KeyRule.Configured(use.usual());
        }
        Set<String> allowed = new TreeSet<>();
        ENCODINGS.forEach((word, known) -> {
            if (use.takes(known)) {
                allowed.add(word);
            }
        });
        String word = encoding.word(allowed);
        KeyEncoding known = word == null ? null : ENCODINGS.get(word);
        return known == null ? null : new KeyRule.Configured(known);
    }

    private @Nullable KeyRule fetched(ConfigNode node, Use use) {
        if (!node.at("encoding").isAbsent()) {
            node.at("encoding").mistake("is given, but the key comes from the provider", "fetch.format says how");
        }
        if (use != Use.PUBLIC) {
            node.at("fetch").mistake("is not for this algorithm", "only public keys can be fetched");
            return null;
        }
        KeyFetch fetch = new FetchReader(context.with(KeyFetch.KID)).read(node.at("fetch"));
        return fetch == null ? null : new KeyRule.AtProvider(fetch);
    }

    /** Whether the provider signs with what is otherwise known as an API key. */
    static boolean apiKey(ConfigNode node) {
        return node.at("apiKey").flag(false);
    }
}

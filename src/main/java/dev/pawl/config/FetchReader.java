package dev.pawl.config;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.HostPattern;
import dev.pawl.core.verify.KeyFetch;
import dev.pawl.core.verify.KeyFormat;
import dev.pawl.core.verify.KeyRequest;
import dev.pawl.core.verify.RequestText;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code key.fetch}: how to ask the provider for a key, and the bounds of what a request may say about it. */
final class FetchReader {

    static final Set<String> LISTED = Set.of("each", "id", "key");
    static final Set<String> KEYS =
            Set.of("url", "hosts", "path", "method", "headers", "body", "id", "keys", "format", "subject", "cache");
    static final Set<String> METHODS = Set.of("GET", "POST");
    static final Map<String, KeyFormat> FORMATS = Arrays.stream(KeyFormat.values())
            .collect(Collectors.toUnmodifiableMap(KeyFormat::word, Function.identity()));
    private static final Duration CACHE = Duration.ofHours(1);

    private final RecipeContext context;

    FetchReader(RecipeContext context) {
        this.context = context;
    }

    @Nullable
    KeyFetch read(ConfigNode node) {
        int before = node.mistakes().count();
        node.allow(KEYS, Set.of());
        RequestText url = context.required(node.at("url"));
        List<HostPattern> hosts = hosts(node.at("hosts"));
        Pattern path = pattern(node.at("path"));
        String method = node.at("method").isAbsent() ? "GET" : node.at("method").word(METHODS);
        Map<String, RequestText> headers = new HashMap<>();
        node.at("headers").entries().forEach((name, value) -> {
            RequestText text = context.required(value);
            if (text != null) {
                headers.put(name, text);
            }
        });
        RequestText body = context.optional(node.at("body"));
        RequestText id = context.optional(node.at("id"));
        String word = node.at("format").word(FORMATS.keySet());
        KeyFormat format = word == null ? null : FORMATS.get(word);
        KeyRequest.Listed listed = listed(node.at("keys"), format);
        List<String> subjects = subjects(node.at("subject"));
        if (!subjects.isEmpty() && format != null && format != KeyFormat.CERTIFICATE) {
            node.at("subject").mistake("is given, but only a certificate has one", "format: certificate");
        }
        Duration cache = node.at("cache").duration(CACHE);
        if (body != null && "GET".equals(method)) {
            node.at("body").mistake("is given, but a GET has none", "method: POST");
        }
        return node.mistakes().count() > before || url == null || method == null || format == null
                ? null
                : new KeyFetch(url, hosts, path, method, headers, body, id, listed, format, subjects, cache);
    }

    private static List<String> subjects(ConfigNode node) {
        return Items.texts(node.oneOrMore());
    }

    private static List<HostPattern> hosts(ConfigNode node) {
        List<HostPattern> hosts = Items.read(node.oneOrMore(), item -> Meaning.required(item, HostPattern::parse));
        if (Items.none(node)) {
            node.mistake("is missing", "without it a stranger's request could name any host: [api.example.com]");
        }
        return hosts;
    }

    private static @Nullable Pattern pattern(ConfigNode node) {
        String regex = node.isAbsent() ? null : node.requiredText();
        try {
            return regex == null ? null : Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            node.mistake("is no regular expression: " + e.getDescription(), null);
            return null;
        }
    }

    private static KeyRequest.@Nullable Listed listed(ConfigNode node, @Nullable KeyFormat format) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(LISTED, Set.of());
        if (format == KeyFormat.JWKS) {
            node.mistake("is given, but a JSON Web Key Set says itself where its keys are", "remove it");
        }
        Pointer each = Meaning.optional(node.at("each"), Pointer::parse);
        Pointer id = Meaning.optional(node.at("id"), Pointer::parse);
        Pointer key = Meaning.required(node.at("key"), Pointer::parse);
        return key == null ? null : new KeyRequest.Listed(each, id, key);
    }
}

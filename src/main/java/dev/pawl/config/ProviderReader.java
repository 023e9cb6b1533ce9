package dev.pawl.config;

import dev.pawl.config.Provider.Sample;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a source says about who sends to it. */
final class ProviderReader {

    static final Set<String> KEYS = Set.of("provider", "acknowledgeWithin", "retryWindow", "configNeeds", "sample");

    static final Set<String> NAMES = Set.of("name", "docs", "endpoint", "secret");
    static final Set<String> SAMPLE = Set.of("method", "query", "headers", "body", "expect");
    private static final Pattern EXPECTED = Pattern.compile("ignored|[a-z0-9_-]+\\.[A-Za-z0-9_-]+");

    private ProviderReader() {}

    /** @param source the whole source */
    static Provider read(ConfigNode source) {
        ConfigNode names = source.at("provider");
        names.allow(NAMES, Set.of());
        return new Provider(
                names.at("name").text(),
                address(names.at("docs")),
                names.at("endpoint").text(),
                names.at("secret").text(),
                positive(source.at("acknowledgeWithin")),
                positive(source.at("retryWindow")),
                texts(source.at("configNeeds")),
                sample(source.at("sample")));
    }

    private static @Nullable String address(ConfigNode node) {
        String text = node.text();
        if (text != null && !text.startsWith("https://")) {
            node.mistake("must be an address that starts with https://", null);
        }
        return text;
    }

    private static @Nullable Duration positive(ConfigNode node) {
        Duration duration = node.duration();
        if (duration != null && duration.isZero()) {
            node.mistake("must be longer than nothing", Quantity.DURATIONS);
        }
        return duration;
    }

    /** Names and texts. */
    static Map<String, String> texts(ConfigNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.entries().forEach((name, value) -> {
            String text = value.value();
            if (text != null) {
                texts.put(name, text);
            }
        });
        return texts;
    }

    private static @Nullable Sample sample(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(SAMPLE, Set.of());
        String method =
                node.at("method").isAbsent() ? "POST" : node.at("method").word(MethodsReader.DELIVERING);
        String query = node.at("query").text();
        String body = node.at("body").text();
        String expect = node.at("expect").requiredText();
        if (expect != null && !EXPECTED.matcher(expect).matches()) {
            node.at("expect").mistake("must be <operation type>.<state> or ignored", null);
        }
        return method == null || expect == null
                ? null
                : new Sample(
                        method,
                        query == null ? "" : query,
                        texts(node.at("headers")),
                        body == null ? "" : body,
                        expect);
    }
}

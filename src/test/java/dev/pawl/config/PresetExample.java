package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.verify.InboundRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The sample of a preset as a command, signed where a shared secret is enough for that. Always the same. */
final class PresetExample {

    static final Instant SIGNED_AT = Instant.parse("2026-12-01T00:00:00Z");

    private static final String CONTENT_TYPE = "content-type";
    private static final Pattern HEADER = Pattern.compile("\\{header:([^}|?]+)");

    private final String name;
    private final JsonNode preset;
    private final PresetSource source;

    PresetExample(String name) {
        this.name = name;
        this.preset = PresetLibrary.preset(name);
        this.source = PresetSource.of(name);
    }

    /** The signed sample; null where only the provider can sign. */
    @Nullable
    InboundRequest signed() {
        return source.source()
                .verifier()
                .sign(source.plain(), source.source().secrets(), SIGNED_AT)
                .<@Nullable InboundRequest>fold(request -> request, problem -> null);
    }

    PresetSource source() {
        return source;
    }

    String markdown() {
        InboundRequest signed = signed();
        boolean verified = source.source().verified();
        String said = !verified
                ? "Nothing is signed, so this is all of it:"
                : signed == null
                        ? "Only the provider has the key to sign with. Without what proves it the request is:"
                        : signedWith();
        return said + "\n\n" + Markdown.block("sh", curl(signed == null ? source.plain() : signed));
    }

    private String signedWith() {
        StringBuilder said = new StringBuilder("With " + Markdown.code(Objects.requireNonNull(source.secret(), name)));
        said.append(" as the secret");
        preset.path("configNeeds").fieldNames().forEachRemaining(need -> {
            if (new PresetSnippet(name).needs(need)) {
                said.append(", ").append(Markdown.code("config." + need + ": " + PresetSource.sampleOf(need)));
            }
        });
        if (new PresetSnippet(name).readsUrl()) {
            said.append(", ").append(Markdown.code("PAWL_PUBLIC_URL=" + PresetSource.PUBLIC_URL));
        }
        JsonNode recipe = PresetSource.firstRecipe(preset);
        boolean dated = recipe.has("timestamp") || recipe.has("jws");
        String end = dated ? ", at " + SIGNED_AT + ". The signature is right, but by now too old for a receiver:" : ":";
        return said.append(end).toString();
    }

    private String curl(InboundRequest request) {
        StringBuilder command = new StringBuilder(
                "curl -X " + request.method() + " " + quoted("http://localhost:8080" + request.target()));
        headers(request)
                .forEach((header, values) ->
                        values.forEach(value -> command.append(" \\\n  -H ").append(quoted(header + ": " + value))));
        return command.append(" \\\n  --data-raw ")
                .append(quoted(new String(request.body(), StandardCharsets.UTF_8)))
                .toString();
    }

    /** Named as the provider's documentation does. Without a content type curl would send one of a form. */
    private Map<String, List<String>> headers(InboundRequest request) {
        Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        names.put("Authorization", "Authorization");
        JsonNode recipe = PresetSource.firstRecipe(preset);
        VerifyWords.texts(recipe.path("signature").path("header")).forEach(header -> names.put(header, header));
        Matcher matcher = HEADER.matcher(recipe.toString());
        while (matcher.find()) {
            names.put(matcher.group(1), matcher.group(1));
        }
        source.sample().headers().keySet().forEach(header -> names.put(header, header));
        Map<String, List<String>> headers = new LinkedHashMap<>();
        if (request.header(CONTENT_TYPE).isEmpty()
                && !preset.path("body").asText().startsWith("form")) {
            headers.put("Content-Type", List.of("application/json"));
        }
        request.headers().forEach((header, values) -> headers.put(names.getOrDefault(header, header), values));
        return headers;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}

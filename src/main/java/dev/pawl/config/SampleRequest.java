package dev.pawl.config;

import dev.pawl.core.Parsed;
import dev.pawl.core.verify.InboundRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The sample event of a source's preset, as a request to that source. */
public final class SampleRequest {

    private SampleRequest() {}

    /** Unsigned; or that there is none. */
    public static Parsed<InboundRequest> plain(Source source) {
        Provider.Sample sample = source.provider().sample();
        if (sample == null) {
            return Parsed.wrong("source " + source.name() + " has no sample: give it one, or a preset");
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        sample.headers().forEach((name, value) -> headers.put(name, List.of(filled(value, source))));
        String target = "/webhooks/" + source.name() + (sample.query().isEmpty() ? "" : "?" + sample.query());
        byte[] body = filled(sample.body(), source).getBytes(StandardCharsets.UTF_8);
        return Parsed.of(new InboundRequest(sample.method(), target, headers, body));
    }

    /** Signed as the provider would; or why it cannot be, as where only the provider has the key. */
    public static Parsed<InboundRequest> signed(Source source, Instant now) {
        return plain(source).then(plain -> source.sign(plain, now));
    }

    private static String filled(String text, Source source) {
        String filled = text;
        for (Map.Entry<String, String> given : source.given().entrySet()) {
            filled = filled.replace('{' + given.getKey() + '}', Objects.requireNonNull(given.getValue()));
        }
        return filled;
    }
}

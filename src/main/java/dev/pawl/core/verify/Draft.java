package dev.pawl.core.verify;

import dev.pawl.core.json.WrittenJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request while it is being signed. Mutable; lives within one call. */
final class Draft {

    private final String method;
    private final Map<String, List<String>> headers = new LinkedHashMap<>();
    private String target;
    private byte[] body;

    Draft(InboundRequest plain) {
        this.method = plain.method();
        this.target = plain.target();
        this.body = plain.body();
        plain.headers().forEach((name, values) -> headers.put(name, new ArrayList<>(values)));
    }

    InboundRequest request() {
        return new InboundRequest(method, target, headers, body);
    }

    boolean hasHeader(String name) {
        return headers.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /** Whether there is a place of this kind to write to. */
    boolean put(TextPart.@Nullable Reference place, String value) {
        if (place instanceof TextPart.Header header) {
            headers.put(header.name(), List.of(value));
            return true;
        }
        if (place instanceof TextPart.Query query) {
            String separator = target.contains("?") ? "&" : "?";
            target = target + separator + encoded(query.name()) + "=" + encoded(value);
            return true;
        }
        if (place instanceof TextPart.Form form) {
            putField(form.name(), value);
            return true;
        }
        return false;
    }

    /** In place of a field of this name, or at the end. */
    private void putField(String name, String value) {
        List<String> fields = new ArrayList<>();
        String own = encoded(name) + "=";
        for (String field : new String(body, StandardCharsets.UTF_8).split("&", -1)) {
            if (!field.isEmpty() && !field.startsWith(own)) {
                fields.add(field);
            }
        }
        fields.add(own + encoded(value));
        body = String.join("&", fields).getBytes(StandardCharsets.UTF_8);
    }

    void body(WrittenJson json) {
        body = json.bytes();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

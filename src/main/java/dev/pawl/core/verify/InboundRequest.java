package dev.pawl.core.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came in over HTTP, untouched: nothing is decoded, trimmed or re-encoded before the signature is checked.
 *
 * <p>The body array is not copied; whoever builds a request must not change it afterwards.
 */
public final class InboundRequest {

    private final String method;
    private final String target;
    private final Map<String, List<String>> headers;
    private final byte[] body;

    /**
     * @param target raw path and query as received, a character for each byte (ISO 8859-1)
     * @param headers values by name, in order of arrival; names in any case
     */
    public InboundRequest(String method, String target, Map<String, List<String>> headers, byte[] body) {
        this.method = method;
        this.target = target;
        this.body = body;
        Map<String, List<String>> copy = new TreeMap<>();
        headers.forEach((name, values) -> copy.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>())
                .addAll(values));
        this.headers = copy;
    }

    /** The same request, had it come with this body. */
    public InboundRequest withBody(byte[] other) {
        return new InboundRequest(method, target, headers, other);
    }

    public String method() {
        return method;
    }

    public String target() {
        return target;
    }

    /** The raw bytes after the {@code ?}, each a character of the target; none where there is no query. */
    public byte[] query() {
        int start = target.indexOf('?');
        return (start < 0 ? "" : target.substring(start + 1)).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** All values of a header, in order of arrival; empty when absent. The name in any case. */
    public List<String> header(String name) {
        return List.copyOf(headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
    }

    /** All of them, in order of arrival; names in lower case. */
    public Map<String, List<String>> headers() {
        return Collections.unmodifiableMap(headers);
    }

    /** The exact bytes. Not to be changed. */
    public byte[] body() {
        return body;
    }
}

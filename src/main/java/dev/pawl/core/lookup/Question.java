package dev.pawl.core.lookup;

import dev.pawl.core.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request about one operation, or for a list, ready to be sent. What an operation or a cursor says never changes the request's structure: it is
 * percent-encoded in an address and in a form, escaped in JSON, and refused in a header it does not fit into.
 *
 * @param headers by lower-case name; hold secrets
 */
public record Question(
        String method,
        String url,
        Map<String, String> headers,
        @Nullable String body) {

    private static final String UNRESERVED = "-._~";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    public Question {
        headers = Map.copyOf(headers);
    }

    /** The request, or why nobody can be asked about this operation. */
    public static Parsed<Question> about(StatusRecipe.Request request, Subject subject) {
        return request.url().about(subject, Question::percentEncoded).then(url -> {
            if (hasDotSegment(url)) {
                // Encoded or not, servers take it for a step up, which is somebody else's address.
                return Parsed.wrong("its key would change the address");
            }
            return headers(request, subject)
                    .then(headers -> body(request.body(), headers, subject)
                            .then(body -> Parsed.of(
                                    new Question(request.method(), url, headers, body.isEmpty() ? null : body))));
        });
    }

    /** The same request at another address. */
    public Question at(String other) {
        return new Question(method, other, headers, body);
    }

    private static Parsed<Map<String, String>> headers(StatusRecipe.Request request, Subject subject) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("accept", "application/json");
        headers.put("user-agent", "Pawl");
        if (request.body() != null) {
            headers.put("content-type", "application/json");
        }
        for (Map.Entry<String, StatusText> header : request.headers().entrySet()) {
            Parsed<String> value = header.getValue().about(subject, UnaryOperator.identity());
            if (value instanceof Parsed.Meant<String> meant && fitsHeader(meant.value())) {
                headers.put(header.getKey().toLowerCase(Locale.ROOT), meant.value());
            } else {
                return Parsed.wrong(
                        value.fold(odd -> "the header " + header.getKey() + " cannot hold it", problem -> problem));
            }
        }
        if (request.basic() == null) {
            return Parsed.of(headers);
        }
        return request.basic().about(subject, UnaryOperator.identity()).then(pair -> {
            byte[] bytes = pair.getBytes(StandardCharsets.UTF_8);
            headers.put("authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
            return Parsed.of(headers);
        });
    }

    private static Parsed<String> body(@Nullable StatusText text, Map<String, String> headers, Subject subject) {
        if (text == null) {
            return Parsed.of("");
        }
        boolean form = headers.getOrDefault("content-type", "").startsWith("application/x-www-form-urlencoded");
        return text.about(subject, form ? Question::percentEncoded : Question::escaped);
    }

    private static boolean fitsHeader(String value) {
        return value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'));
    }

    /** RFC 3986: everything but unreserved characters, as UTF-8. */
    public static String percentEncoded(String value) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || UNRESERVED.indexOf(c) >= 0;
            if (plain) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX[c >> 4]).append(HEX[c & 15]);
            }
        }
        return encoded.toString();
    }

    /** Inside a JSON string. */
    static String escaped(String value) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c < ' ') {
                escaped.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean hasDotSegment(String url) {
        int query = url.indexOf('?');
        String path = query < 0 ? url : url.substring(0, query);
        for (String segment : path.split("/", -1)) {
            if (segment.equals(".") || segment.equals("..")) {
                return true;
            }
        }
        return false;
    }

    /** Neither headers nor body: they may hold a token. Nor the address: some have it there. */
    @Override
    public String toString() {
        return "Question[" + method + "]";
    }
}

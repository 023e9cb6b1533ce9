package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import dev.pawl.core.operation.OperationKey;
import java.util.List;

/**
 * Reads the header {@code Idempotency-Key}: a structured field string (RFC 8941), or the same text without its quotes, as
 * many clients send it. {@code "k1"} and {@code k1} are the same key.
 *
 * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The Idempotency-Key HTTP Header
 *     Field</a>
 */
public final class IdempotencyKey {

    public static final String HEADER = "Idempotency-Key";

    private static final String MISSING = "the header " + HEADER + " is missing";
    private static final String MALFORMED =
            "the header " + HEADER + " is malformed: one text of printable ASCII, such as \"k1\"";

    private IdempotencyKey() {}

    /** @param values of the header, as they came */
    public static Parsed<String> parse(List<String> values) {
        if (values.isEmpty()) {
            return Parsed.wrong(MISSING);
        }
        String text = values.get(0).strip();
        if (values.size() > 1 || !text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            return Parsed.wrong(MALFORMED);
        }
        Parsed<String> key = text.startsWith("\"") ? unquoted(text) : Parsed.of(text);
        return key.then(IdempotencyKey::fitting);
    }

    private static Parsed<String> unquoted(String text) {
        StringBuilder key = new StringBuilder();
        int at = 1;
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                at++;
                if (at == text.length() || (text.charAt(at) != '"' && text.charAt(at) != '\\')) {
                    return Parsed.wrong(MALFORMED);
                }
            }
            key.append(text.charAt(at));
            at++;
        }
        return at == text.length() - 1 ? Parsed.of(key.toString()) : Parsed.wrong(MALFORMED);
    }

    private static Parsed<String> fitting(String key) {
        String problem = OperationKey.problemWith(key, OperationKey.MAX_KEY);
        return problem == null ? Parsed.of(key) : Parsed.wrong("the header " + HEADER + " is " + problem);
    }
}

package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Turns a configured secret into key bytes. Strict, because a lenient decoder makes an empty key of a typing mistake, and
 * anybody can sign with that. A problem names the fault, never the value.
 */
public final class SecretDecoder {

    /** A shorter key can be guessed. */
    public static final int MIN_BYTES = 16;

    private static final String WHSEC = "whsec_";

    private static final Map<String, String> WRONG_PREFIXES = Map.of(
            "v1,whsec_", "starts with v1,: leave that out, the secret begins at whsec_",
            "sk_live_", "is an API key, not a signing secret",
            "sk_test_", "is an API key, not a signing secret",
            "rk_live_", "is an API key, not a signing secret",
            "rk_test_", "is an API key, not a signing secret",
            "pk_live_", "is a public API key, not a signing secret",
            "pk_test_", "is a public API key, not a signing secret",
            "whpk_", "is a public key, not a signing secret",
            "whsk_", "is the private key of an asymmetric scheme, not a shared secret",
            "Bearer ", "is an Authorization header, not a signing secret");

    /**
     * @param text without surrounding whitespace
     * @param changed whether there was some: worth a warning
     */
    public record Trimmed(String text, boolean changed) {}

    private SecretDecoder() {}

    /** Drops whitespace and line ends around a secret, as files and copying bring them. */
    public static Trimmed trim(String text) {
        String stripped = text.strip();
        return new Trimmed(stripped, !stripped.equals(text));
    }

    /** The key bytes of a trimmed secret. */
    public static Parsed<byte[]> decode(KeyEncoding encoding, String text) {
        if (text.isEmpty()) {
            return Parsed.wrong("is empty");
        }
        String problem = problemWith(text);
        if (!problem.isEmpty()) {
            return Parsed.wrong(problem);
        }
        return switch (encoding) {
            case UTF8 -> longEnough(text.getBytes(StandardCharsets.UTF_8));
            case HEX -> decoded(SignatureEncoding.HEX, "hex", text);
            case BASE64 -> decoded(SignatureEncoding.BASE64, "base64", text);
            case WHSEC -> whsec(text);
            case WHSEC_OR_UTF8 ->
                text.startsWith(WHSEC) ? whsec(text) : longEnough(text.getBytes(StandardCharsets.UTF_8));
        };
    }

    private static String problemWith(String text) {
        if (text.charAt(0) == '\uFEFF') {
            return "starts with a byte order mark: save the file without it";
        }
        if (isQuote(text.charAt(0)) || isQuote(text.charAt(text.length() - 1))) {
            return "has quotes around it: leave them out";
        }
        for (Map.Entry<String, String> wrong : WRONG_PREFIXES.entrySet()) {
            if (text.startsWith(wrong.getKey())) {
                return wrong.getValue();
            }
        }
        boolean blank = text.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c));
        if (blank) {
            return "has a blank or line end inside";
        }
        return text.chars().anyMatch(Character::isISOControl) ? "has a control character inside" : "";
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'' || c == '\u201C' || c == '\u201D';
    }

    private static Parsed<byte[]> whsec(String text) {
        String encoded = text.startsWith(WHSEC) ? text.substring(WHSEC.length()) : text;
        return decoded(SignatureEncoding.BASE64, "base64 (after whsec_)", encoded);
    }

    private static Parsed<byte[]> decoded(SignatureEncoding encoding, String name, String text) {
        byte[] key = encoding.decode(text);
        return key == null ? Parsed.wrong("is not valid " + name) : longEnough(key);
    }

    private static Parsed<byte[]> longEnough(byte[] key) {
        return key.length < MIN_BYTES ? Parsed.wrong("is shorter than " + MIN_BYTES + " bytes") : Parsed.of(key);
    }
}

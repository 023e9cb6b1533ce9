package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * Turns a configured secret into key bytes. Strict, because a lenient decoder makes an empty key of a typing mistake, and
 * anybody can sign with that. A problem names the fault, never the value.
 */
public final class SecretDecoder {

    /** A shorter key can be guessed. */
    public static final int MIN_BYTES = 16;

    private static final String WHSEC = "whsec_";

    private static final String API_KEY = "is an API key, not a signing secret";
    private static final String HEADER = "is an Authorization header, not a signing secret";
    private static final Map<String, String> WRONG_PREFIXES = Map.of(
            "v1,whsec_",
            "starts with v1,: leave that out, the secret begins at whsec_",
            "sk_live_",
            API_KEY,
            "sk_test_",
            API_KEY,
            "rk_live_",
            API_KEY,
            "rk_test_",
            API_KEY,
            "pk_live_",
            "is a public API key, not a signing secret",
            "pk_test_",
            "is a public API key, not a signing secret",
            "whpk_",
            "is a public key, not a signing secret",
            "whsk_",
            "is the private key of an asymmetric scheme, not a shared secret",
            "Bearer ",
            HEADER);

    /** What is a mistake with most providers and meant with others. */
    public enum Meant {
        /** The provider signs with what is otherwise known as an API key. */
        API_KEY,
        /** The secret is the whole value of a header. */
        HEADER
    }

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
        return decode(encoding, text, Set.of());
    }

    /** The same where some of the usual mistakes are none. */
    public static Parsed<byte[]> decode(KeyEncoding encoding, String text, Set<Meant> meant) {
        if (text.isEmpty()) {
            return Parsed.wrong("is empty");
        }
        String problem = problemWith(encoding, text, meant);
        if (!problem.isEmpty()) {
            return Parsed.wrong(problem);
        }
        // A hash is long however short the text it was made of.
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return bytes(encoding, text)
                .then(key -> longEnough(encoding == KeyEncoding.SHA1_DIGEST ? utf8 : key)
                        .then(enough -> Parsed.of(key)));
    }

    /** The key bytes, however short and whatever the text looks like: for keys that others chose. */
    static Parsed<byte[]> bytes(KeyEncoding encoding, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return switch (encoding) {
            case UTF8 -> Parsed.of(utf8);
            case HEX -> decoded(SignatureEncoding.HEX, "hex", text);
            case BASE64 -> decoded(SignatureEncoding.BASE64, "base64", text);
            case WHSEC -> whsec(text);
            case WHSEC_OR_UTF8 -> text.startsWith(WHSEC) ? whsec(text) : Parsed.of(utf8);
            case SHA1_DIGEST -> Parsed.of(HashAlgorithm.SHA1.of(utf8));
            case PEM, CERTIFICATE, SPKI_BASE64, ED25519_HEX, ED25519_BASE64, WHPK, JWK ->
                Parsed.wrong("is a public key, not a shared secret");
        };
    }

    private static String problemWith(KeyEncoding encoding, String text, Set<Meant> meant) {
        if (text.charAt(0) == '\uFEFF') {
            return "starts with a byte order mark: save the file without it";
        }
        if (isQuote(text.charAt(0)) || isQuote(text.charAt(text.length() - 1))) {
            return "has quotes around it: leave them out";
        }
        for (Map.Entry<String, String> wrong : WRONG_PREFIXES.entrySet()) {
            boolean allowed = (meant.contains(Meant.API_KEY) && wrong.getValue().equals(API_KEY))
                    || (meant.contains(Meant.HEADER) && wrong.getValue().equals(HEADER));
            if (text.startsWith(wrong.getKey()) && !allowed) {
                return wrong.getValue();
            }
        }
        boolean words = isText(encoding, text);
        boolean blank = text.chars()
                .anyMatch(c -> (Character.isWhitespace(c) || Character.isSpaceChar(c)) && !(words && c == ' '));
        if (blank) {
            return "has a blank or line end inside";
        }
        return text.chars().anyMatch(Character::isISOControl) ? "has a control character inside" : "";
    }

    /** Somebody's own words may have blanks between them; other white space comes from copying. */
    private static boolean isText(KeyEncoding encoding, String text) {
        return switch (encoding) {
            case UTF8, SHA1_DIGEST -> true;
            case WHSEC_OR_UTF8 -> !text.startsWith(WHSEC);
            default -> false;
        };
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
        return key == null ? Parsed.wrong("is not valid " + name) : Parsed.of(key);
    }

    private static Parsed<byte[]> longEnough(byte[] key) {
        return key.length < MIN_BYTES ? Parsed.wrong("is shorter than " + MIN_BYTES + " bytes") : Parsed.of(key);
    }
}

package dev.pawl.core.verify;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What may be done to a referenced text. */
enum Transform {
    NONE,
    LOWER,
    /** As a compact JSON value: text quoted, numbers as written. */
    JSON,
    /** Some percent-encoded characters decoded, as HubSpot does before it signs an address. */
    UNESCAPED;

    // HubSpot, "Validating requests", signature v3: the encoded characters of this list are decoded.
    private static final String DECODED = ":/?@!$'()*,;";

    /** Null where there is no such transformation. */
    static @Nullable Transform of(String word) {
        for (Transform transform : values()) {
            if (transform != NONE && transform.name().toLowerCase(Locale.ROOT).equals(word)) {
                return transform;
            }
        }
        return null;
    }

    static String unescaped(String text) {
        StringBuilder decoded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int code = c == '%' && i + 2 < text.length() ? code(text.charAt(i + 1), text.charAt(i + 2)) : -1;
            if (DECODED.indexOf(code) >= 0) {
                decoded.append((char) code);
                i += 2;
            } else {
                decoded.append(c);
            }
        }
        return decoded.toString();
    }

    /** -1 for what are no two hexadecimal digits. */
    private static int code(char high, char low) {
        int first = Character.digit(high, 16);
        int second = Character.digit(low, 16);
        return first < 0 || second < 0 ? -1 : 16 * first + second;
    }
}

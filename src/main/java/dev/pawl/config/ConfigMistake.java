package dev.pawl.config;

import org.jspecify.annotations.Nullable;

/**
 * One thing wrong in the configuration. Never holds a secret: values appear as they are written in the file, placeholders
 * unresolved, and values of secret keys not at all.
 *
 * @param path where, such as {@code machines.payment.states.pending.next[3]}
 * @param message what, as the end of a sentence that begins with the path
 * @param hint what to do about it, or null
 */
public record ConfigMistake(
        String path, String message, @Nullable String hint) {

    public ConfigMistake {
        path = onOneLine(path);
        message = onOneLine(message);
        hint = hint == null ? null : onOneLine(hint);
    }

    /** The whole mistake in one line, for logs and terminals. */
    public String line() {
        return path + ": " + message + (hint == null ? "" : " (hint: " + hint + ")");
    }

    /** A key in the file may hold line breaks or escape sequences; nothing of that may forge a log line. */
    private static String onOneLine(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}

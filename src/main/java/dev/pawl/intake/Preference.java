package dev.pawl.intake;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a client prefers to wait: {@code Prefer: wait=10}. What cannot be read is no preference.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7240#section-4.3">RFC 7240, section 4.3</a>
 */
final class Preference {

    static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Pattern WAIT = Pattern.compile("\\s*wait\\s*=\\s*\"?(\\d{1,9})\"?\\s*(;.*)?");

    private Preference() {}

    /** @param values of the header {@code Prefer}; the first wait counts */
    static Duration wait(List<String> values) {
        for (String preference :
                String.join(",", values).toLowerCase(Locale.ROOT).split(",", -1)) {
            Matcher wait = WAIT.matcher(preference);
            if (wait.matches()) {
                Duration asked = Duration.ofSeconds(Long.parseLong(wait.group(1)));
                return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
            }
        }
        return Duration.ZERO;
    }
}

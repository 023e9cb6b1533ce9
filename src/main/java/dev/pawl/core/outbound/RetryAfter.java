package dev.pawl.core.outbound;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header {@code Retry-After}: seconds or a date.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#field.retry-after">RFC 9110, 10.2.3</a>
 */
public final class RetryAfter {

    /** No receiver may put an effect off for longer: a slip of the pen would park it for ever. */
    public static final Duration LONGEST = Duration.ofDays(1);

    private static final int MOST_DIGITS = 18;

    private RetryAfter() {}

    /** How long to wait from {@code now}, at most {@link #LONGEST}; null when the header is absent or says nothing. */
    public static @Nullable Duration parse(@Nullable String header, Instant now) {
        if (header == null) {
            return null;
        }
        String value = header.strip();
        if (!value.isEmpty() && value.length() <= MOST_DIGITS && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return bounded(Duration.ofSeconds(Long.parseLong(value)));
        }
        try {
            Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return bounded(Duration.between(now, at));
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}

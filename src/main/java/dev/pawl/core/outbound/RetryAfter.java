package dev.pawl.core.outbound;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header {@code Retry-After}: seconds or a date in any of the three forms that HTTP has known.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#field.retry-after">RFC 9110, 10.2.3</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#http.date">RFC 9110, 5.6.7</a>
 */
public final class RetryAfter {

    /** No receiver may put an effect off for longer: a slip of the pen would park it for ever. */
    public static final Duration LONGEST = Duration.ofDays(1);

    private static final int MOST_DIGITS = 18;

    /** RFC 850, with a year of two digits. */
    private static final Pattern RFC_850 = Pattern.compile(
            "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ([0-9]{2}-[A-Z][a-z]{2}-)([0-9]{2})( [0-9:]{8}) GMT");

    private static final DateTimeFormatter LONG_YEAR = strict("dd-MMM-uuuu HH:mm:ss");

    /** What C's function {@code asctime} writes: a day below ten comes after two spaces. */
    private static final DateTimeFormatter ASCTIME = strict("EEE MMM ppd HH:mm:ss uuuu");

    /** A year of two digits that would be further away was meant to be past. */
    private static final int FURTHEST_YEARS = 50;

    private static final int CENTURY = 100;

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
            return bounded(Duration.between(now, date(value, now)));
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    private static Instant date(String value, Instant now) {
        Matcher shortYear = RFC_850.matcher(value);
        if (shortYear.matches()) {
            return date(shortYear.group(1), Integer.parseInt(shortYear.group(2)), shortYear.group(3), now);
        }
        boolean comma = value.indexOf(',') >= 0;
        return comma
                ? ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant()
                : utc(value, ASCTIME);
    }

    private static Instant date(String day, int yearOfCentury, String time, Instant now) {
        OffsetDateTime furthest = now.atOffset(ZoneOffset.UTC).plusYears(FURTHEST_YEARS);
        int century = furthest.getYear() / CENTURY * CENTURY;
        Instant date = utc(day + (century + yearOfCentury) + time, LONG_YEAR);
        return date.isAfter(furthest.toInstant())
                ? utc(day + (century - CENTURY + yearOfCentury) + time, LONG_YEAR)
                : date;
    }

    private static Instant utc(String text, DateTimeFormatter form) {
        return LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC);
    }

    private static DateTimeFormatter strict(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withResolverStyle(ResolverStyle.STRICT);
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}

package dev.pawl.core;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a provider writes an instant. The unit is configured, never guessed, and no number but 0 is a time in both units:
 * milliseconds read as seconds lie in the year 55000, seconds read as milliseconds in early 1970, and both are refused. Total
 * and thread-safe.
 */
public final class TimeFormat {

    /** Instants outside are nonsense: no provider is that old, no event that far ahead. */
    public static final Instant EARLIEST = Instant.EPOCH;

    /** Exclusive. */
    public static final Instant LATEST = Instant.parse("2101-01-01T00:00:00Z");

    private static final int MAX_LENGTH = 64;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,18})?");
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .optionalStart()
            .appendOffset("+HH:MM", "Z")
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HHMM", "Z")
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HH", "Z")
            .optionalEnd()
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    /** Whole or fractional seconds since 1970. */
    public static final TimeFormat SECONDS =
            new TimeFormat("seconds", text -> since1970(text, 9), at -> Long.toString(at.getEpochSecond()));

    /** Whole or fractional milliseconds since 1970; never what would be seconds, which lie in the weeks after it. */
    public static final TimeFormat MILLIS = new TimeFormat(
            "millis", text -> isInSeconds(text) ? null : since1970(text, 6), at -> Long.toString(at.toEpochMilli()));

    /** ISO 8601 date, time and offset, such as {@code 2024-05-06T07:08:09.123+02:00}; without an offset it is no instant. */
    public static final TimeFormat ISO8601 = new TimeFormat(
            "iso8601",
            text -> dated(ISO, text, false),
            at -> at.truncatedTo(ChronoUnit.MILLIS).toString());

    /** As in HTTP headers: {@code Mon, 06 May 2024 07:08:09 GMT}. */
    public static final TimeFormat HTTP_DATE = new TimeFormat(
            "http-date",
            text -> dated(DateTimeFormatter.RFC_1123_DATE_TIME, text, false),
            at -> DateTimeFormatter.RFC_1123_DATE_TIME.format(at.atOffset(ZoneOffset.UTC)));

    private final String word;
    private final Function<String, @Nullable Instant> reader;
    private final Function<Instant, String> writer;

    private TimeFormat(String word, Function<String, @Nullable Instant> reader, Function<Instant, String> writer) {
        this.word = word;
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * The format of a configured word: {@code seconds}, {@code millis}, {@code iso8601}, {@code http-date}, or else a
     * pattern of {@link DateTimeFormatter} (English names; without an offset: UTC; without a time: midnight).
     */
    public static Parsed<TimeFormat> parse(String word) {
        return switch (word) {
            case "seconds" -> Parsed.of(SECONDS);
            case "millis" -> Parsed.of(MILLIS);
            case "iso8601" -> Parsed.of(ISO8601);
            case "http-date" -> Parsed.of(HTTP_DATE);
            default -> pattern(word);
        };
    }

    private static Parsed<TimeFormat> pattern(String pattern) {
        DateTimeFormatter formatter;
        String sample;
        try {
            formatter = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
            sample = formatter.format(ZonedDateTime.of(2024, 5, 6, 7, 8, 9, 0, ZoneOffset.UTC));
        } catch (IllegalArgumentException | DateTimeException e) {
            return Parsed.wrong("neither seconds, millis, iso8601 or http-date nor a date pattern: " + e.getMessage());
        }
        TimeFormat format = new TimeFormat(
                pattern, text -> dated(formatter, text, true), at -> formatter.format(at.atZone(ZoneOffset.UTC)));
        return format.read(sample) == null
                ? Parsed.wrong("a date pattern needs at least year, month and day: " + pattern)
                : Parsed.of(format);
    }

    /** The instant a text names, or null when it names none from 1970 to 2100. */
    public @Nullable Instant read(String text) {
        if (text.length() > MAX_LENGTH) {
            return null;
        }
        Instant instant = reader.apply(text);
        return instant == null || instant.isBefore(EARLIEST) || !instant.isBefore(LATEST) ? null : instant;
    }

    /** The instant as the provider would write it. */
    public String write(Instant at) {
        return writer.apply(at);
    }

    private static boolean isInSeconds(String text) {
        Instant inSeconds = since1970(text, 9);
        return inSeconds != null && inSeconds.isAfter(EARLIEST) && inSeconds.isBefore(LATEST);
    }

    private static @Nullable Instant since1970(String text, int nanoDigits) {
        if (!NUMBER.matcher(text).matches()) {
            return null;
        }
        BigDecimal nanos = new BigDecimal(text).movePointRight(nanoDigits);
        BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.TEN.pow(9));
        return parts[0].precision() > 12 ? null : Instant.ofEpochSecond(parts[0].longValue(), parts[1].longValue());
    }

    private static @Nullable Instant dated(DateTimeFormatter formatter, String text, boolean utcByDefault) {
        try {
            TemporalAccessor parsed = formatter.parse(text);
            if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
                return Instant.from(parsed);
            }
            LocalDate date = parsed.query(TemporalQueries.localDate());
            if (!utcByDefault || date == null) {
                return null;
            }
            LocalTime time = parsed.query(TemporalQueries.localTime());
            return LocalDateTime.of(date, Objects.requireNonNullElse(time, LocalTime.MIDNIGHT))
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            // A text that names no instant is an ordinary answer here.
            return null;
        }
    }

    @Override
    public String toString() {
        return word;
    }
}

package dev.pawl.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations, sizes and rates as people write them: {@code 500ms}, {@code 7d}, {@code PT5M}; {@code 512KiB}; {@code 10/s}. */
final class Quantity {

    static final String DURATIONS = "such as 500ms, 10s, 5m, 1h, 7d or PT5M";
    static final String RATES = "such as 10/s, 90/m or 500/h";
    static final String SIZES = "such as 65536, 512KiB or 1MiB";

    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,12})([A-Za-z]+)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));
    private static final Pattern RATE = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)/([smh])");
    private static final Map<String, Long> BYTES = Map.of(
            "B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "kB", 1_000L, "KB", 1_000L, "MB", 1_000_000L);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Quantity() {}

    /** Null for what is no duration, is negative or longer than a hundred years. */
    static @Nullable Duration duration(String text) {
        Duration read = parsed(text.strip());
        return read == null || read.isNegative() || read.compareTo(LONGEST) > 0 ? null : read;
    }

    private static @Nullable Duration parsed(String text) {
        Matcher simple = SIMPLE.matcher(text);
        try {
            if (simple.matches()) {
                Duration unit = UNITS.get(simple.group(2));
                return unit == null ? null : unit.multipliedBy(Long.parseLong(simple.group(1)));
            }
            return text.toUpperCase(Locale.ROOT).startsWith("P") ? Duration.parse(text) : null;
        } catch (ArithmeticException | DateTimeParseException e) {
            return null;
        }
    }

    /** How often in a second; null for what is no rate, or never. */
    static @Nullable Double rate(String text) {
        Matcher rate = RATE.matcher(text.strip());
        Duration unit = rate.matches() ? UNITS.get(rate.group(2)) : null;
        if (unit == null) {
            return null;
        }
        double times = Double.parseDouble(rate.group(1));
        return times > 0 ? times / unit.toSeconds() : null;
    }

    /** Bytes; null for what is no size. */
    static @Nullable Long size(String text) {
        String trimmed = text.strip();
        if (trimmed.matches("\\d{1,12}")) {
            return Long.parseLong(trimmed);
        }
        Matcher simple = SIMPLE.matcher(trimmed);
        if (!simple.matches()) {
            return null;
        }
        Long unit = BYTES.get(simple.group(2));
        try {
            return unit == null ? null : Math.multiplyExact(Long.parseLong(simple.group(1)), unit);
        } catch (ArithmeticException e) {
            return null;
        }
    }
}

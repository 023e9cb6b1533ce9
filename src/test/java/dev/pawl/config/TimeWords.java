package dev.pawl.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Durations in words: {@code 72h} is three days, {@code 28h} one day and four hours. */
final class TimeWords {

    private TimeWords() {}

    static String of(String written) {
        Duration duration = Objects.requireNonNull(Quantity.duration(written), written);
        List<String> words = new ArrayList<>();
        add(words, duration.toDaysPart(), "day");
        add(words, duration.toHoursPart(), "hour");
        add(words, duration.toMinutesPart(), "minute");
        add(words, duration.toSecondsPart(), "second");
        add(words, duration.toMillisPart(), "millisecond");
        return Markdown.listed(words);
    }

    private static void add(List<String> words, long number, String unit) {
        if (number > 0) {
            words.add(number + " " + unit + (number == 1 ? "" : "s"));
        }
    }
}

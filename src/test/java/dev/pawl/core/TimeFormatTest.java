package dev.pawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeFormatTest {

    private static @Nullable Instant read(String format, String text) {
        return TimeFormat.parse(format).fold(meant -> meant.read(text), problem -> {
            throw new AssertionError(problem);
        });
    }

    /** Where the process happens to run says nothing about a provider's time, nor does an hour that is not there or twice. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "Europe/Berlin"})
    void theZoneOfTheProcessIsOfNoAccount(String zone) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            assertThat(read("iso8601", "2026-03-29T02:30:00Z")).isEqualTo(Instant.parse("2026-03-29T02:30:00Z"));
            assertThat(read("yyyy-MM-dd HH:mm", "2026-03-29 02:30")).isEqualTo(Instant.parse("2026-03-29T02:30:00Z"));
            assertThat(read("yyyyMMddHHmmss", "20261025023000")).isEqualTo(Instant.parse("2026-10-25T02:30:00Z"));
            assertThat(read("yyyy-MM-dd HH:mm", "2026-03-08 02:30")).isEqualTo(Instant.parse("2026-03-08T02:30:00Z"));
            assertThat(read("yyyy-MM-dd", "2011-12-30")).isEqualTo(Instant.parse("2011-12-30T00:00:00Z"));
            assertThat(read("dd MMM yyyy HH:mm Z", "25 Oct 2026 02:30 +0200"))
                    .isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seconds             | 0                             | 1970-01-01T00:00:00Z",
                "seconds             | 1700000000                    | 2023-11-14T22:13:20Z",
                "seconds             | 1700000000.000005             | 2023-11-14T22:13:20.000005Z",
                "seconds             | 4133980799                    | 2100-12-31T23:59:59Z",
                "millis              | 1700000000123                 | 2023-11-14T22:13:20.123Z",
                "millis              | 0                             | 1970-01-01T00:00:00Z",
                "millis              | 4133980800                    | 1970-02-17T20:19:40.800Z",
                "iso8601             | 2024-05-06T07:08:09Z          | 2024-05-06T07:08:09Z",
                "iso8601             | 2024-05-06t07:08:09z          | 2024-05-06T07:08:09Z",
                "iso8601             | 2024-05-06T07:08Z             | 2024-05-06T07:08:00Z",
                "iso8601             | 2024-05-06T07:08:09.123456789+02:00 | 2024-05-06T05:08:09.123456789Z",
                "iso8601             | 2024-05-06T07:08:09+0200      | 2024-05-06T05:08:09Z",
                "iso8601             | 2024-05-06T07:08:09-03        | 2024-05-06T10:08:09Z",
                "http-date           | Mon, 06 May 2024 07:08:09 GMT | 2024-05-06T07:08:09Z",
                "yyyyMMddHHmmss      | 20240506070809                | 2024-05-06T07:08:09Z",
                "yyyy-MM-dd          | 2024-05-06                    | 2024-05-06T00:00:00Z",
                "dd MMM yyyy HH:mm Z | 06 May 2024 07:08 +0100       | 2024-05-06T06:08:00Z",
            })
    void instantsAreReadInTheConfiguredFormat(String format, String text, Instant instant) {
        assertThat(read(format, text)).isEqualTo(instant);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seconds   | 1700000000000",
                "seconds   | 4133980800",
                "seconds   | -1",
                "seconds   | +1700000000",
                "seconds   | 1.7e9",
                "seconds   | 0x10",
                "seconds   | ' 1700000000'",
                "seconds   | ١٧٠٠٠٠٠٠٠٠",
                "seconds   | 999999999999999999999999",
                "seconds   | ''",
                "millis    | 999999999999999999",
                "millis    | 1700000000",
                "millis    | 1700000000.5",
                "millis    | 1",
                "millis    | 4133980799",
                "iso8601   | 2024-05-06T07:08:09",
                "iso8601   | 2024-02-30T07:08:09Z",
                "iso8601   | 1969-12-31T23:59:59Z",
                "iso8601   | 2101-01-01T00:00:00Z",
                "iso8601   | +55000-01-01T00:00:00Z",
                "iso8601   | 2024-05-06",
                "http-date | 2024-05-06T07:08:09Z",
            })
    void nonsenseIsNoInstant(String format, String text) {
        assertThat(read(format, text)).isNull();
    }

    @Test
    void anEndlessTextIsNoInstant() {
        assertThat(TimeFormat.SECONDS.read("1".repeat(100_000))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"second", "HH:mm", "yyyy", "'yyyy-MM-dd", "", "ms"})
    void aPatternThatCannotTellAnInstantIsAMistake(String pattern) {
        assertThat(TimeFormat.parse(pattern).<Boolean>fold(format -> true, problem -> false))
                .isFalse();
    }
}

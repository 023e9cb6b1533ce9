package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void secondsAreCounted() {
        assertThat(RetryAfter.parse(" 120 ", NOW)).isEqualTo(Duration.ofMinutes(2));
        assertThat(RetryAfter.parse("0", NOW)).isEqualTo(Duration.ZERO);
    }

    @Test
    void aDateIsCountedFromNow() {
        assertThat(RetryAfter.parse("Sun, 01 Mar 2026 12:00:30 GMT", NOW)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aDateInThePastIsNow() {
        assertThat(RetryAfter.parse("Sun, 01 Mar 2026 11:00:00 GMT", NOW)).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"86401", "999999999999999999", "Fri, 01 Mar 2126 12:00:00 GMT"})
    void nobodyPutsAnEffectOffForLongerThanADay(String header) {
        assertThat(RetryAfter.parse(header, NOW)).isEqualTo(Duration.ofDays(1));
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                " ",
                "soon",
                "-5",
                "+5",
                "1.5",
                "٣",
                "9999999999999999999999",
                "2026-03-01T12:00:00Z",
                "Sun, 31 Feb 2026 12:00:00 GMT"
            })
    void whatSaysNothingIsNothing(String header) {
        assertThat(RetryAfter.parse(header, NOW)).isNull();
    }
}

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

    @ParameterizedTest
    @ValueSource(
            strings = {"Sun, 01 Mar 2026 12:00:30 GMT", "Sunday, 01-Mar-26 12:00:30 GMT", "Sun Mar  1 12:00:30 2026"})
    void aDateIsCountedFromNowInWhicheverFormItIs(String header) {
        assertThat(RetryAfter.parse(header, NOW)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aDayOfTwoDigitsComesAfterOneSpace() {
        assertThat(RetryAfter.parse("Sat Nov 14 08:49:37 2026", Instant.parse("2026-11-14T08:49:00Z")))
                .isEqualTo(Duration.ofSeconds(37));
    }

    @Test
    void aYearOfTwoDigitsIsPastWhenItWouldBeMoreThanFiftyYearsAway() {
        assertThat(RetryAfter.parse("Sunday, 06-Nov-94 08:49:37 GMT", NOW)).isEqualTo(Duration.ZERO);
        assertThat(RetryAfter.parse("Monday, 01-Mar-76 12:00:01 GMT", NOW)).isEqualTo(Duration.ZERO);
        assertThat(RetryAfter.parse("Sunday, 01-Mar-76 12:00:00 GMT", NOW)).isEqualTo(RetryAfter.LONGEST);
        assertThat(RetryAfter.parse("Saturday, 01-Jan-00 00:00:10 GMT", Instant.parse("2099-12-31T23:59:50Z")))
                .isEqualTo(Duration.ofSeconds(20));
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
                "Sun, 31 Feb 2026 12:00:00 GMT",
                "Sunday, 31-Feb-26 12:00:00 GMT",
                "Sunday, 01-Mar-2026 12:00:00 GMT",
                "Sunday, 01-Mar-26 12:00:00",
                "Someday, 01-Mar-26 12:00:00 GMT",
                "Sun Mar 1 12:00:00 2026",
                "Mon Mar  1 12:00:00 2026",
                "Sun Mar  1 12:00:00 26"
            })
    void whatSaysNothingIsNothing(String header) {
        assertThat(RetryAfter.parse(header, NOW)).isNull();
    }
}

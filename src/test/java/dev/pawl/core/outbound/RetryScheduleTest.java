package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryScheduleTest {

    private static final double ALMOST_ONE = Math.nextDown(1.0);

    private static final RetrySchedule SCHEDULE = new RetrySchedule(Duration.ofSeconds(1), Duration.ofHours(1));

    @ParameterizedTest
    @CsvSource({"1,1", "2,2", "3,4", "12,2048", "13,3600", "14,3600", "1000,3600", "2147483647,3600"})
    void thePauseDoublesUpToItsLimit(int attempts, long seconds) {
        assertThat(SCHEDULE.pauseAfter(attempts, 0)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 12, 13, 1000})
    void jitterTakesAwayAtMostHalf(int attempts) {
        Duration whole = SCHEDULE.pauseAfter(attempts, 0);

        assertThat(SCHEDULE.pauseAfter(attempts, ALMOST_ONE)).isBetween(whole.dividedBy(2), whole);
        assertThat(SCHEDULE.pauseAfter(attempts, 0.5))
                .isEqualTo(whole.multipliedBy(3).dividedBy(4));
    }

    @Test
    void theLongestLimitDoesNotOverflow() {
        RetrySchedule endless = new RetrySchedule(Duration.ofMillis(3), Duration.ofMillis(Long.MAX_VALUE));

        assertThat(endless.pauseAfter(1000, 0)).isEqualTo(Duration.ofMillis(Long.MAX_VALUE));
        assertThat(endless.pauseAfter(1000, ALMOST_ONE)).isPositive();
    }

    @Test
    void aScheduleWithoutAPauseCannotBeMade() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetrySchedule(Duration.ofNanos(999_999), Duration.ofHours(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetrySchedule(Duration.ofSeconds(-1), Duration.ofHours(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetrySchedule(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }
}

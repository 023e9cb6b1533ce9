package dev.pawl.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EffectsResentTest {

    @Test
    void aRequestBeginsAfterWhatTheOnesBeforeHaveLeft() {
        assertThat(EffectsResent.waiting(Duration.ofSeconds(-1), 50)).isZero();
        assertThat(EffectsResent.waiting(Duration.ZERO, 50)).isEqualTo(1);
        assertThat(EffectsResent.waiting(Duration.ofSeconds(99).plusMillis(990), 100))
                .isEqualTo(10_000);
        assertThat(EffectsResent.waiting(Duration.ofDays(365), 10_000)).isPositive();
    }
}

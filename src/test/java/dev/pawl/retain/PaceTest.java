package dev.pawl.retain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PaceTest {

    @Test
    void whatTakesLongIsAskedForInSmallerPiecesAndGrowsAgain() {
        Pace pace = new Pace(500);
        assertThat(pace.most()).isEqualTo(500);
        pace.took(Duration.ofMillis(31));
        assertThat(pace.most()).isEqualTo(250);
        pace.took(Duration.ofMillis(20));
        assertThat(pace.most()).isEqualTo(250);
        for (int n = 0; n < 5; n++) {
            pace.took(Duration.ofMillis(300));
        }
        assertThat(pace.most()).isEqualTo(50);
        for (int n = 0; n < 5; n++) {
            pace.took(Duration.ofMillis(1));
        }
        assertThat(pace.most()).isEqualTo(500);
    }

    @Test
    void aSmallOneStaysAsItIs() {
        Pace pace = new Pace(1);
        pace.took(Duration.ofSeconds(1));
        assertThat(pace.most()).isEqualTo(1);
    }
}

package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.dispatch.Circuit.Change;
import dev.pawl.dispatch.Circuit.State;
import dev.pawl.dispatch.EffectSink.Health;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CircuitTest {

    /** As far from zero as the clock may be, so that a comparison without a difference fails. */
    private static final long NOW = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();

    private final Circuit circuit = new Circuit();

    private static long in(Duration time) {
        return NOW + time.toNanos();
    }

    private static long inSeconds(long seconds) {
        return in(Duration.ofSeconds(seconds));
    }

    private Change heard(Health health) {
        return circuit.heard(health, null, false, NOW, 0);
    }

    private void open() {
        IntStream.range(0, Circuit.FAILURES).forEach(n -> heard(Health.SICK));
    }

    /** The probe that goes as soon as it may has failed; the pause that follows. */
    private Duration failed(double random) {
        long then = NOW;
        Duration left = circuit.pauseLeft(NOW);
        if (left != null) {
            then += left.toNanos();
        }
        circuit.probe();
        circuit.heard(Health.SICK, null, true, then, random);
        return Objects.requireNonNull(circuit.pauseLeft(then));
    }

    @Test
    void fiveFailuresInARowOpenIt() {
        IntStream.range(1, Circuit.FAILURES)
                .forEach(n -> assertThat(heard(Health.SICK)).isEqualTo(Change.NONE));
        assertThat(circuit.closed()).isTrue();

        assertThat(heard(Health.SICK)).isEqualTo(Change.OPENED);

        assertThat(circuit.state()).isEqualTo(State.OPEN);
        assertThat(circuit.pauseLeft(NOW)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void anAnswerInBetweenBeginsTheCountAnewAndNothingIsNoAnswer() {
        IntStream.range(1, Circuit.FAILURES).forEach(n -> heard(Health.SICK));
        heard(Health.UNKNOWN);
        assertThat(circuit.closed()).isTrue();
        heard(Health.WELL);
        IntStream.range(1, Circuit.FAILURES).forEach(n -> heard(Health.SICK));
        assertThat(circuit.closed()).isTrue();

        heard(Health.UNKNOWN);

        assertThat(heard(Health.SICK)).isEqualTo(Change.OPENED);
    }

    @Test
    void afterThePauseOneProbeGoes() {
        open();
        assertThat(circuit.mayProbe(in(Duration.ofMillis(999)))).isFalse();
        assertThat(circuit.mayProbe(inSeconds(1))).isTrue();
        assertThat(circuit.pauseLeft(inSeconds(1))).isNull();

        circuit.probe();

        assertThat(circuit.state()).isEqualTo(State.HALF_OPEN);
        assertThat(circuit.mayProbe(inSeconds(100))).isFalse();
    }

    @Test
    void aGoodProbeClosesIt() {
        open();
        circuit.probe();

        assertThat(circuit.heard(Health.WELL, null, true, inSeconds(1), 0)).isEqualTo(Change.CLOSED);

        IntStream.range(1, Circuit.FAILURES)
                .forEach(n -> assertThat(heard(Health.SICK)).isEqualTo(Change.NONE));
        assertThat(heard(Health.SICK)).isEqualTo(Change.OPENED);
        assertThat(circuit.pauseLeft(NOW)).as("as after the first time").isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void everyBadProbeDoublesThePauseUpToAMinute() {
        open();

        assertThat(IntStream.range(0, 7)
                        .mapToObj(n -> failed(0))
                        .map(Duration::toSeconds)
                        .toList())
                .isEqualTo(List.of(2L, 4L, 8L, 16L, 32L, 60L, 60L));
        assertThat(failed(0.5)).as("spread over half of it").isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    void aProbeThatSaysNothingLetsAnotherGo() {
        open();
        circuit.probe();

        assertThat(circuit.heard(Health.UNKNOWN, null, true, inSeconds(1), 0)).isEqualTo(Change.NONE);

        assertThat(circuit.mayProbe(inSeconds(1))).isTrue();
    }

    @Test
    void whatWasUnderWayBeforeHasNoSay() {
        open();

        assertThat(List.of(heard(Health.WELL), heard(Health.SICK))).containsOnly(Change.NONE);

        assertThat(circuit.state()).isEqualTo(State.OPEN);
        assertThat(circuit.pauseLeft(NOW)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aWishToRestOpensItAtOnceForAsLongAsWished() {
        assertThat(circuit.heard(Health.RESTING, Duration.ofMinutes(10), false, NOW, 0))
                .isEqualTo(Change.OPENED);

        assertThat(circuit.pauseLeft(NOW)).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void aWishIsObeyedForAnHourAtMost() {
        circuit.heard(Health.RESTING, Duration.ofDays(1), false, NOW, 0);

        assertThat(circuit.pauseLeft(NOW)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aShortWishOfAProbeDoesNotShortenItsPause() {
        open();
        circuit.probe();

        circuit.heard(Health.RESTING, Duration.ofMillis(1), true, inSeconds(1), 0);

        assertThat(circuit.pauseLeft(inSeconds(1))).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aWishThatComesWhileAProbeIsUnderWayHoldsEvenIfTheProbeIsGood() {
        open();
        circuit.probe();
        circuit.heard(Health.RESTING, Duration.ofMinutes(1), false, inSeconds(1), 0);

        assertThat(circuit.heard(Health.WELL, null, true, inSeconds(2), 0)).isEqualTo(Change.NONE);

        assertThat(circuit.state()).isEqualTo(State.OPEN);
        assertThat(circuit.pauseLeft(inSeconds(2))).isEqualTo(Duration.ofSeconds(59));
    }
}

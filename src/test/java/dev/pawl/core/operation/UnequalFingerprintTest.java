package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.EUR;
import static dev.pawl.core.operation.Given.KEY;
import static dev.pawl.core.operation.Given.NOW;
import static dev.pawl.core.operation.Given.minute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.BuiltInMachines;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Decider.Memory;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Never silently two truths: two facts about one operation whose invariant fields differ, in every state and at every time. */
final class UnequalFingerprintTest {

    private static final Fingerprint USD = Fingerprint.of(Map.of("currency", "\"USD\""));

    static Collection<Machine> machines() {
        return BuiltInMachines.all().values();
    }

    private static Assertion says(Machine machine, String state, int minute, Fingerprint fingerprint) {
        return new Assertion(
                KEY,
                "shop",
                machine.name(),
                state,
                minute(minute),
                fingerprint,
                Map.of("amount", fingerprint.equals(EUR) ? "1" : "2"),
                Set.of("amount"),
                null,
                Cause.DELIVERY);
    }

    private static Operation after(Machine machine, @Nullable Operation current, Assertion assertion) {
        Decision decision = Decider.decide(machine, Memory.FOR_EVER, current, assertion);
        return Objects.requireNonNull(
                Progress.of(machine, current, assertion, decision, NOW).after());
    }

    @ParameterizedTest
    @MethodSource("machines")
    void theFirstStandsTheSecondIsShownBesideIt(Machine machine) {
        for (String first : machine.states().keySet()) {
            for (String second : machine.states().keySet()) {
                for (int minute : new int[] {4, 5, 6}) {
                    Operation stored = after(machine, null, says(machine, first, 5, EUR));
                    Operation doubted = after(machine, stored, says(machine, second, minute, USD));
                    assertThat(doubted.state()).isEqualTo(first);
                    assertThat(doubted.order()).isEqualTo(stored.order());
                    assertThat(doubted.fingerprint()).isEqualTo(EUR);
                    assertThat(doubted.fields()).isEqualTo(stored.fields());
                    assertThat(doubted.attention()).containsOnlyKeys(Reason.CONFLICT);
                    assertThat(Objects.requireNonNull(doubted.attention().get(Reason.CONFLICT))
                                    .detail())
                            .containsEntry("currency.stored", "\"EUR\"")
                            .containsEntry("currency.asserted", "\"USD\"");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("machines")
    void theFirstGoesOnUnderItsOwnFingerprintAndTheConflictStays(Machine machine) {
        for (String first : machine.states().keySet()) {
            for (String next : machine.state(first).next()) {
                Operation stored = after(machine, null, says(machine, first, 5, EUR));
                Operation doubted = after(machine, stored, says(machine, next, 6, USD));
                Operation moved = after(machine, doubted, says(machine, next, 6, EUR));
                assertThat(moved.state()).isEqualTo(next);
                assertThat(moved.attention()).containsOnlyKeys(Reason.CONFLICT);
            }
        }
    }
}

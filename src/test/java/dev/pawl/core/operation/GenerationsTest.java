package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.KEY;
import static dev.pawl.core.operation.Given.in;
import static dev.pawl.core.operation.Given.minute;
import static dev.pawl.core.operation.Given.tombstone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.operation.Decider.AfterExpiry;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class GenerationsTest {

    private final Map<UUID, Operation> rows = new HashMap<>();

    private void stored(int generation, Operation operation) {
        rows.put(KEY.id(generation), operation);
    }

    private Generations.Subject subject(AfterExpiry policy) {
        return Generations.subject(KEY, policy, rows::get);
    }

    @Test
    void withoutARowAFactIsAboutTheFirstGeneration() {
        assertThat(Generations.alsoNeeded(KEY, AfterExpiry.NEW, rows::get)).isEmpty();
        assertThat(subject(AfterExpiry.NEW)).isEqualTo(new Generations.Subject(KEY.id(0), 0, null));
    }

    @Test
    void aTombstoneIsSucceededOnlyWhereTheConfigurationWantsIt() {
        Operation gone = tombstone(in("succeeded", minute(1)));
        stored(0, gone);

        assertThat(Generations.alsoNeeded(KEY, AfterExpiry.CHECKED, rows::get)).isEmpty();
        assertThat(subject(AfterExpiry.CHECKED)).isEqualTo(new Generations.Subject(KEY.id(0), 0, gone));
        assertThat(subject(AfterExpiry.BLOCKED)).isEqualTo(new Generations.Subject(KEY.id(0), 0, gone));
        assertThat(Generations.alsoNeeded(KEY, AfterExpiry.NEW, rows::get)).containsExactly(KEY.id(1));
        assertThat(subject(AfterExpiry.NEW)).isEqualTo(new Generations.Subject(KEY.id(1), 1, null));
    }

    @Test
    void theLatestGenerationIsTheOneWhateverTheConfigurationSaysNow() {
        Operation latest = in("pending", minute(5));
        stored(0, tombstone(in("succeeded", minute(1))).withLatestGeneration(2));

        for (AfterExpiry policy : AfterExpiry.values()) {
            assertThat(Generations.alsoNeeded(KEY, policy, rows::get)).containsExactly(KEY.id(2), KEY.id(3));
        }
        assertThat(Generations.latestIsMissing(KEY, rows::get)).isTrue();
        stored(2, latest);
        assertThat(Generations.latestIsMissing(KEY, rows::get)).isFalse();
        for (AfterExpiry policy : AfterExpiry.values()) {
            assertThat(subject(policy)).isEqualTo(new Generations.Subject(KEY.id(2), 2, latest));
        }
        stored(2, tombstone(latest));
        assertThat(subject(AfterExpiry.NEW)).isEqualTo(new Generations.Subject(KEY.id(3), 3, null));
    }

    @Test
    void aForgottenLatestGenerationIsNotMadeAgainUnderItsOldId() {
        stored(0, tombstone(in("succeeded", minute(1))).withLatestGeneration(1));

        assertThat(subject(AfterExpiry.CHECKED)).isEqualTo(new Generations.Subject(KEY.id(2), 2, null));
    }
}

package dev.pawl.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.pawl.backfill.Elements.Taken;
import dev.pawl.ledger.Ledger;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of two elements the second always fails. */
final class ElementsTest {

    private static final List<JsonNode> BOTH = List.of(IntNode.valueOf(1), IntNode.valueOf(2));
    private static final Tally TAKEN = new Tally(1, 1, 0, 0, 0, 0, 0);

    private static Taken run(Map<String, Integer> before, RuntimeException failure) {
        Elements elements = new Elements(
                before,
                element -> element.asInt() == 1
                        ? Uni.createFrom().item(TAKEN)
                        : Uni.createFrom().failure(failure));
        return elements.take(BOTH, 4).await().atMost(Duration.ofSeconds(10));
    }

    private static RuntimeException passing(String what) {
        return what.equals("ledger") ? new Ledger.Unavailable("busy", null) : NoList.noConnection("no connection");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ledger", "connection"})
    void whatIsNotItsOwnFaultPassesNoElementOver(String what) {
        Map<String, Integer> sick = Map.of();
        for (int run = 1; run <= 10; run++) {
            Taken taken = run(sick, passing(what));
            assertThat(taken.failure()).isNotNull();
            assertThat(taken.passedOver()).isNull();
            sick = taken.sick();
        }
        assertThat(sick.values()).containsExactly(0);
    }

    @Test
    void whatFailsByItselfIsPassedOverInTheFourthRun() {
        Map<String, Integer> sick = Map.of();
        for (int run = 1; run <= 3; run++) {
            Taken taken = run(sick, new IllegalStateException("sick"));
            assertThat(taken.failure()).isNotNull();
            sick = taken.sick();
        }
        Taken last = run(sick, new IllegalStateException("sick"));
        assertThat(last.failure()).isNull();
        assertThat(Objects.requireNonNull(last.passedOver()).element().asInt()).isEqualTo(2);
        assertThat(last.tally().passedOver()).isEqualTo(1);
    }
}

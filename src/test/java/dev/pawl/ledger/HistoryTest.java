package dev.pawl.ledger;

import static dev.pawl.ledger.LedgerFixture.THEN;
import static dev.pawl.ledger.LedgerFixture.interpreted;
import static dev.pawl.ledger.LedgerFixture.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Ledger.Recorded;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What nobody sent to us: imported, or found in a provider's list. */
class HistoryTest {

    private static final Operator ANNA = new Operator("anna", "moved from the old system");
    private static final List<String> ONE = List.of("1");
    private static final List<String> NONE = List.of("0");

    private final LedgerFixture fixture = new LedgerFixture(new EffectRule(
            "shop",
            new EffectRule.When(null, null, null, null, null, null, null, false),
            new EffectRule.HttpTarget(
                    URI.create("http://localhost/hooks"),
                    new SigningKey(new byte[32]),
                    Duration.ofSeconds(1),
                    Set.of(400)),
            false,
            3,
            new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(9))));
    private final Ledger ledger = fixture.replica();

    @AfterEach
    void close() {
        fixture.close();
    }

    private Recorded history(Origin origin, @Nullable Operator operator, Interpretation said) {
        InboundRequest request =
                new InboundRequest("POST", "/webhooks/p", Map.of(), "{\"a\":1.10}".getBytes(StandardCharsets.UTF_8));
        return ledger.recordHistory(fixture.configured("p"), request, origin, operator, Instant.now(), said)
                .await()
                .indefinitely();
    }

    private Recorded history(Origin origin, Assertion... assertions) {
        return history(origin, null, interpreted(assertions));
    }

    private List<String> one(String sql) throws SQLException {
        return fixture.rows(sql).get(0);
    }

    private List<String> count(String table) throws SQLException {
        return one("select count(*) from ~." + table);
    }

    @Test
    void importedFactIsStoredLikeADeliveryAndSaysWhoBroughtIt() throws SQLException {
        Recorded recorded = history(Origin.imported(false), ANNA, interpreted(payment("op_1", "succeeded")));

        assertThat(recorded.verdicts()).containsExactly("applied");
        assertThat(one("select cause, effects_off, secret, convert_from(body, 'UTF8') from ~.delivery"))
                .containsExactly("import", "f", "-1", "{\"a\":1.10}");
        assertThat(one("select cause, effects_off, actor, reason from ~.transition"))
                .containsExactly("import", "f", "anna", "moved from the old system");
        assertThat(count("effect")).isEqualTo(ONE);
        assertThat(count("audit")).isEqualTo(NONE);
    }

    @Test
    void importingTwiceIsADuplicateAndCausesNothingTwice() throws SQLException {
        history(Origin.imported(false), payment("op_1", "succeeded"));

        assertThat(history(Origin.imported(false), payment("op_1", "succeeded")).verdicts())
                .containsExactly("duplicate");
        assertThat(count("transition")).isEqualTo(ONE);
        assertThat(count("effect")).isEqualTo(ONE);
    }

    @Test
    void withEffectsOffNothingIsCausedAndTheTransitionSaysSo() throws SQLException {
        history(Origin.imported(true), payment("op_1", "pending"));

        assertThat(count("effect")).isEqualTo(NONE);
        assertThat(one("select cause, effects_off from ~.transition")).containsExactly("import", "t");

        // What the provider sends from now on is no history.
        fixture.insist(ledger, payment("op_1", "succeeded"));
        assertThat(fixture.rows("select seq, effects_off from ~.transition order by seq"))
                .containsExactly(List.of("1", "t"), List.of("2", "f"));
        assertThat(one("select seq from ~.effect")).containsExactly("2");
    }

    @Test
    void historyThatIsReplayedAfterTheMappingWasMendedIsStillHistory() throws SQLException {
        Recorded unread = history(Origin.imported(true), ANNA, new Interpretation.NotInterpretable("no such type"));
        assertThat(unread.verdicts()).containsExactly("invalid");
        assertThat(one("select cause, effects_off from ~.delivery")).containsExactly("import", "t");

        Recorded read = fixture.replay(
                        ledger, unread.delivery(), Origin.imported(true), ANNA, payment("op_1", "succeeded"))
                .join();

        assertThat(read.verdicts()).containsExactly("applied");
        assertThat(count("effect")).isEqualTo(NONE);
        assertThat(one("select action from ~.audit")).containsExactly("replay");
    }

    @Test
    void listedFactOlderThanTheFirstStartCausesNoEffect() throws SQLException {
        history(Origin.listed(THEN.plusSeconds(1)), payment("op_1", "succeeded"));
        history(Origin.listed(THEN), payment("op_2", "succeeded"));

        assertThat(
                        fixture.rows(
                                "select o.key, t.cause, t.effects_off from ~.transition t join ~.operation o on o.id = t.operation_id order by 1"))
                .containsExactly(List.of("op_1", "backfill", "t"), List.of("op_2", "backfill", "f"));
        assertThat(fixture.rows("select o.key from ~.effect e join ~.operation o on o.id = e.operation_id"))
                .containsExactly(List.of("op_2"));
    }

    @Test
    void listedFactThatIsHereAlreadyLeavesNoRowAndCountsNothing() throws SQLException {
        fixture.insist(ledger, payment("op_1", "succeeded"));
        List<String> before = one("select deliveries, duplicates, updated_at, xmin from ~.operation");

        assertThat(history(Origin.listed(null), payment("op_1", "succeeded")).verdicts())
                .containsExactly("duplicate");
        assertThat(history(Origin.listed(null), payment("op_1", "pending")).verdicts())
                .containsExactly("stale");

        assertThat(count("delivery")).isEqualTo(ONE);
        assertThat(count("event")).isEqualTo(ONE);
        assertThat(one("select deliveries, duplicates, updated_at, xmin from ~.operation"))
                .isEqualTo(before);
        assertThat(one("select sum(n) from ~.counter where kind in ('received', 'verdict')"))
                .containsExactly("2");
    }

    @Test
    void listedDeliveryThatIsReplayedHasARowForIt() throws SQLException {
        Recorded recorded = history(Origin.listed(null), payment("op_1", "succeeded"));

        fixture.replay(ledger, recorded.delivery(), Origin.listed(null), ANNA, payment("op_1", "succeeded"))
                .join();

        assertThat(fixture.rows("select run, verdict from ~.event order by run"))
                .containsExactly(List.of("0", "applied"), List.of("1", "duplicate"));
    }

    @Test
    void listedFactInDoubtIsKept() throws SQLException {
        fixture.insist(ledger, payment("op_1", "succeeded"));

        assertThat(history(Origin.listed(null), payment("op_1", "succeeded", "7"))
                        .verdicts())
                .containsExactly("conflict");

        assertThat(fixture.rows("select cause from ~.delivery order by 1"))
                .containsExactly(List.of("backfill"), List.of("delivery"));
    }
}

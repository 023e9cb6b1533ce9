package dev.pawl.ledger;

import static dev.pawl.ledger.LedgerFixture.payment;
import static dev.pawl.ledger.LedgerFixture.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.Retention;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.support.Parallel;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events that come before what they follow from, on a real PostgreSQL. */
class ParkingTest {

    private static final Machine STRICT = new Machine(
            "payment",
            true,
            Duration.ofHours(1),
            List.of(
                    state("pending", Status.PROCESSING, true, "authorized"),
                    state("authorized", Status.PROCESSING, false, "succeeded"),
                    state("succeeded", Status.COMPLETED, false)));

    private final LedgerFixture fixture = new LedgerFixture(STRICT, Retention.USUAL);
    private PostgresLedger ledger;

    @BeforeEach
    void start() {
        ledger = fixture.replica();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void whatCameTooEarlyIsAppliedAsSoonAsItsPredecessorIs() throws SQLException {
        assertThat(fixture.say(ledger, payment("op_1", "succeeded")).join().verdicts())
                .containsExactly("parked");
        assertThat(fixture.say(ledger, payment("op_1", "pending")).join().verdicts())
                .containsExactly("applied");
        assertThat(fixture.rows("select state, deliveries from ~.operation")).containsExactly(List.of("pending", "1"));
        assertThat(waiting()).isEqualTo("1");

        assertThat(fixture.say(ledger, payment("op_1", "authorized")).join().verdicts())
                .containsExactly("applied");

        assertThat(fixture.rows("select state, deliveries, duplicates, seq from ~.operation"))
                .containsExactly(List.of("succeeded", "3", "0", "3"));
        assertThat(fixture.rows("select state, run, verdict, retried from ~.event order by delivery_id, run"))
                .as("the first verdict stays")
                .containsExactly(
                        List.of("succeeded", "0", "parked", "f"),
                        List.of("succeeded", "1", "applied", "t"),
                        List.of("pending", "0", "applied", "f"),
                        List.of("authorized", "0", "applied", "f"));
        assertThat(
                        fixture.rows(
                                "select t.to_state, e.state from ~.transition t join ~.event e on e.delivery_id = t.delivery_id and e.run = 0 order by seq"))
                .as("each move names the delivery that said it")
                .containsExactly(
                        List.of("pending", "pending"),
                        List.of("authorized", "authorized"),
                        List.of("succeeded", "succeeded"));
        assertThat(fixture.rows("select count(*) from ~.parked")).containsExactly(List.of("0"));
        assertThat(waiting()).isEqualTo("0");
    }

    @Test
    void eventsOfOneDeliveryFindTheirOrder() throws SQLException {
        assertThat(fixture.say(
                                ledger,
                                payment("op_1", "succeeded"),
                                payment("op_1", "authorized"),
                                payment("op_1", "pending"))
                        .join()
                        .verdicts())
                .containsExactly("parked", "parked", "applied");

        assertThat(fixture.rows("select state from ~.operation")).containsExactly(List.of("succeeded"));
        assertThat(fixture.rows("select n, run, verdict from ~.event order by n, run"))
                .containsExactly(
                        List.of("0", "0", "parked"),
                        List.of("0", "1", "applied"),
                        List.of("1", "0", "parked"),
                        List.of("1", "1", "applied"),
                        List.of("2", "0", "applied"));
        assertThat(fixture.rows("select count(*) from ~.parked")).containsExactly(List.of("0"));
        assertThat(waiting()).isEqualTo("0");
    }

    @Test
    void manyOperationsInAnyOrderOverTwoReplicasAllArrive() throws SQLException {
        Ledger other = fixture.replica();
        List<String> states = List.of("succeeded", "authorized", "pending");
        Parallel.map(
                30 * 3, i -> fixture.insist(i % 2 == 0 ? ledger : other, payment("op_" + i % 30, states.get(i / 30))));

        // What arrived at two replicas in the same moment waits for its time.
        for (List<String> row : fixture.rows("select distinct operation_id from ~.parked")) {
            UUID id = UUID.fromString(row.get(0));
            ledger.retryParked(id, id).await().atMost(Duration.ofSeconds(5));
        }

        assertThat(fixture.rows("select state, count(*) from ~.operation group by state"))
                .containsExactly(List.of("succeeded", "30"));
        assertThat(fixture.rows("select count(*) from ~.parked")).containsExactly(List.of("0"));
        assertThat(waiting()).isEqualTo("0");
        assertThat(fixture.rows("select sum(deliveries) from ~.operation")).containsExactly(List.of("90"));
    }

    @Test
    void whatIsOverdueWithoutAnOperationIsCountedOnce() throws SQLException {
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        assertThat(retry()).isEqualTo(1);
        assertThat(overdueEvents()).isEqualTo("null");

        fixture.execute("update ~.parked set overdue_at = now() - interval '1 second'");
        assertThat(retry()).isEqualTo(1);
        assertThat(retry()).isEqualTo(1);

        assertThat(overdueEvents()).isEqualTo("1");
        assertThat(fixture.rows("select overdue from ~.parked")).containsExactly(List.of("t"));

        fixture.say(ledger, payment("op_1", "pending"), payment("op_1", "authorized"))
                .join();
        assertThat(fixture.rows("select state, attention from ~.operation"))
                .containsExactly(List.of("succeeded", "null"));
        assertThat(overdueEvents()).isEqualTo("0");
    }

    @Test
    void whatIsOverdueAsksForAttentionUntilItHasItsTurn() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending"), payment("op_1", "succeeded"))
                .join();
        fixture.execute("update ~.parked set overdue_at = now() - interval '1 second'");
        retry();

        assertThat(fixture.rows("select attention -> 'parked' -> 'detail' ->> 'state' from ~.operation"))
                .containsExactly(List.of("succeeded"));
        assertThat(fixture.rows("select kind, to_state, cause from ~.transition where kind = 'attention'"))
                .containsExactly(List.of("attention", "parked", "schedule"));

        fixture.say(ledger, payment("op_1", "authorized")).join();
        assertThat(fixture.rows("select state, attention from ~.operation"))
                .containsExactly(List.of("succeeded", "null"));
        assertThat(
                        fixture.rows(
                                "select name, sum(n) from ~.counter where kind in ('attention-by', 'parked', 'attention') group by name order by name"))
                .containsExactly(
                        List.of("open", "0"),
                        List.of("parked", "0"),
                        List.of("parked-events", "0"),
                        List.of("waiting", "0"));
    }

    @Test
    void whatIsOverdueAsksForAttentionAlsoIfItsOperationComesLater() throws SQLException {
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        fixture.execute("update ~.parked set overdue_at = now() - interval '1 second'");
        retry();

        fixture.say(ledger, payment("op_1", "pending")).join();

        assertThat(fixture.rows("select state, attention -> 'parked' -> 'detail' ->> 'state' from ~.operation"))
                .containsExactly(List.of("pending", "succeeded"));
        assertThat(overdueEvents()).isEqualTo("1");

        fixture.say(ledger, payment("op_1", "authorized")).join();
        assertThat(fixture.rows("select state, attention from ~.operation"))
                .containsExactly(List.of("succeeded", "null"));
    }

    @Test
    void aReplayTakesThePlaceOfWhatWaits() throws SQLException {
        UUID delivery = fixture.say(ledger, payment("op_1", "succeeded")).join().delivery();
        assertThat(replay(delivery)).containsExactly("parked");
        assertThat(fixture.rows("select count(*) from ~.parked")).containsExactly(List.of("1"));
        assertThat(waiting()).isEqualTo("1");

        fixture.say(ledger, payment("op_1", "pending"), payment("op_1", "authorized"))
                .join();

        assertThat(replay(delivery)).containsExactly("duplicate");
        assertThat(fixture.rows("select run, verdict from ~.event where delivery_id = '" + delivery + "' order by run"))
                .containsExactly(
                        List.of("0", "parked"),
                        List.of("1", "parked"),
                        List.of("2", "applied"),
                        List.of("3", "duplicate"));
        assertThat(waiting()).isEqualTo("0");
    }

    @Test
    void historyThatHadToWaitIsStillHistory() throws SQLException {
        InboundRequest request = new InboundRequest("POST", "/webhooks/p", Map.of(), new byte[] {'{', '}'});
        assertThat(ledger.recordHistory(
                                fixture.configured("p"),
                                request,
                                Origin.imported(true),
                                new Operator("anna", "moved"),
                                Instant.now(),
                                LedgerFixture.interpreted(payment("op_1", "succeeded")))
                        .await()
                        .atMost(Duration.ofSeconds(5))
                        .verdicts())
                .containsExactly("parked");

        fixture.say(ledger, payment("op_1", "pending"), payment("op_1", "authorized"))
                .join();

        assertThat(fixture.rows("select to_state, cause, effects_off, actor, reason from ~.transition order by seq"))
                .as("and still the word of whoever brought it")
                .containsExactly(
                        List.of("pending", "delivery", "f", "null", "null"),
                        List.of("authorized", "delivery", "f", "null", "null"),
                        List.of("succeeded", "import", "t", "anna", "moved"));
    }

    private List<String> replay(UUID delivery) {
        return fixture.replay(
                        ledger, delivery, Origin.RECEIVED, new Operator("anna", "again"), payment("op_1", "succeeded"))
                .join()
                .verdicts();
    }

    private int retry() {
        UUID id = new OperationKey("p", "", "payment", "op_1").id(0);
        return ledger.retryParked(id, id).await().atMost(Duration.ofSeconds(5));
    }

    private String waiting() throws SQLException {
        return fixture.rows("select sum(n) from ~.counter where kind = 'parked' and name = 'waiting'")
                .get(0)
                .get(0);
    }

    private String overdueEvents() throws SQLException {
        return fixture.rows("select sum(n) from ~.counter where kind = 'attention-by' and name = 'parked-events'")
                .get(0)
                .get(0);
    }
}

package dev.pawl.ledger;

import static dev.pawl.ledger.LedgerFixture.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.EffectRule.When;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SqlStatement;
import dev.pawl.support.Parallel;
import dev.pawl.support.PostgresResource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application holds its own rows while webhooks come whose SQL effects want them. */
class LockedRowTest {

    private static final When ALL = new When(null, null, null, null, null, null, null, false);
    private static final int WEBHOOKS = 100;
    private static final String LOCKED = "op_0";
    private static final String ALONE = "op_alone";

    private final LedgerFixture fixture = new LedgerFixture(schema -> List.of(new EffectRule(
            "paid",
            ALL,
            new SqlTarget(
                    SqlStatement.parse("update " + schema + ".orders set paid = paid + 1 where ref = :key")
                            .fold(read -> read, problem -> {
                                throw new AssertionError(problem);
                            }),
                    1,
                    Duration.ofHours(1)),
            false,
            3,
            new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(9)))));

    @BeforeEach
    void orders() throws SQLException {
        fixture.execute("create table ~.orders (ref text primary key, paid int not null default 0)");
        fixture.execute("insert into ~.orders select 'op_' || n from generate_series(0, " + WEBHOOKS + ") n");
        fixture.execute("insert into ~.orders values ('" + ALONE + "')");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aRowTheApplicationHoldsDelaysNeitherItsOwnWebhookNorAnyOther() throws SQLException {
        List<Ledger> replicas = List.of(fixture.replica(), fixture.replica());
        try (Connection application = PostgresResource.connection();
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute("update " + fixture.schema + ".orders set paid = 7 where ref = '" + LOCKED + "'");

            // Whoever is answered 503 fails here: the ledger gives up a batch that takes too long.
            List<List<String>> verdicts = Parallel.map(
                    WEBHOOKS + 1,
                    n -> fixture.say(replicas.get(n % 2), payment("op_" + n, "succeeded"))
                            .join()
                            .verdicts());

            assertThat(verdicts).hasSize(WEBHOOKS + 1).containsOnly(List.of("applied"));
            assertThat(fixture.rows("select state, count(*) from ~.operation group by state"))
                    .containsExactly(List.of("succeeded", "" + (WEBHOOKS + 1)));
            assertThat(effect(LOCKED)).isEqualTo("pending");
            // Its neighbours in one batch may be left to the dispatcher, one that comes alone is not.
            assertThat(fixture.rows("select key from ~.operation o join ~.orders r on r.ref = o.key"
                            + " join ~.effect e on e.operation_id = o.id where (e.state = 'done') <> (r.paid = 1)"))
                    .isEmpty();
            assertThat(fixture.say(replicas.get(0), payment(ALONE, "succeeded"))
                            .join()
                            .verdicts())
                    .containsExactly("applied");
            assertThat(effect(ALONE)).isEqualTo("done");
            assertThat(fixture.rows("select ref from ~.orders where ref = '" + LOCKED + "' for update skip locked"))
                    .as("the application holds it still")
                    .isEmpty();
            application.rollback();
        }
        assertThat(fixture.rows("select ref from ~.orders where ref = '" + LOCKED + "' for update skip locked"))
                .hasSize(1);
    }

    @Test
    void aTableTheApplicationHoldsLeavesTheEffectsOpenAndTheWebhookAnswered() throws SQLException {
        try (Connection application = PostgresResource.connection();
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute("lock table " + fixture.schema + ".orders in access exclusive mode");

            assertThat(fixture.say(fixture.replica(), payment("op_1", "succeeded"), payment("op_2", "succeeded"))
                            .join()
                            .verdicts())
                    .containsExactly("applied", "applied");

            assertThat(List.of(effect("op_1"), effect("op_2"))).containsOnly("pending");
            application.rollback();
        }
    }

    private String effect(String operation) throws SQLException {
        return fixture.rows("select e.state from ~.effect e join ~.operation o on o.id = e.operation_id where o.key = '"
                        + operation + "'")
                .get(0)
                .get(0);
    }
}

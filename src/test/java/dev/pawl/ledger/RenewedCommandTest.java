package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.CommandOutcome.Ended;
import dev.pawl.ledger.CommandOutcome.Running;
import dev.pawl.ledger.Ledger.Action;
import dev.pawl.ledger.Ledger.ActionOutcome;
import dev.pawl.ledger.Ledger.EffectEnding;
import dev.pawl.ledger.Ledger.Operator;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A caller has a command that has failed run again under its key: the effects that had been given up go on. */
class RenewedCommandTest {

    private static final String FILE = """
            sources:
              shop:
                kind: command
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [shop-token-0123456789abcdef]
                operations:
                  transfer: { machine: simple, state: { value: received }, renew: caller }
                  strict: { machine: simple, state: { value: received } }
            effects:
              - name: bank
                when: { to: received }
                http: { url: "http://127.0.0.1:9/never", secret: secret-for-tests-long-enough }
              - name: booked
                when: { to: received }
                sql: "insert into ~.bookings (ref, correlation, trace) values (:key, :correlationId, :traceparent)"
              - name: careful
                when: { to: received }
                http: { url: "http://127.0.0.1:9/never", secret: secret-for-tests-long-enough }
                repeat: never
            """;

    private static final Operator ADMIN = new Operator("admin", "by phone");
    private static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final LedgerFixture fixture = LedgerFixture.of(FILE);
    private final Ledger ledger = fixture.replica();

    @BeforeEach
    void theApplicationHasItsTable() throws SQLException {
        fixture.execute("create table ~.bookings (n serial, ref text, correlation text, trace text)");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void whatWasGivenUpIsSentAgainUnderItsIdAndWhatIsDoneOnceMore() throws SQLException {
        send("transfer", "req-1");
        fail();
        giveUp("bank", "rejected");
        List<List<String>> before = effects();
        assertThat(before)
                .extracting(row -> row.get(0) + row.get(1) + " " + row.get(2))
                .containsExactly("bank1 rejected", "booked1 done", "careful1 pending");
        assertThat(attention()).isEqualTo("dead-effect");

        assertThat(send("transfer", "req-2")).isInstanceOf(Running.class);

        List<List<String>> after = effects();
        assertThat(after)
                .extracting(row -> row.get(0) + row.get(1) + " " + row.get(2))
                .containsExactly(
                        "bank1 pending", "booked1 done", "booked4 done", "careful1 pending", "careful4 pending");
        assertThat(after.get(0).get(3)).as("the id").isEqualTo(before.get(0).get(3));
        assertThat(attention()).isEmpty();
        assertThat(counter("dead")).isEqualTo("0");
        assertThat(counter("pending")).isEqualTo("3");
        assertThat(fixture.rows("select ref, correlation, trace from ~.bookings order by n"))
                .as("each attempt has the trace of its request")
                .containsExactly(List.of("k1", "req-1", TRACEPARENT), List.of("k1", "req-2", TRACEPARENT));
        assertThat(fixture.rows("select n, subject, cause, outcome from ~.attempt where kind = 'command' order by n"))
                .containsExactly(
                        List.of("1", "default", "delivery", "rejected"),
                        List.of("2", "default", "delivery", "unknown"));

        act(new Action.Resolve("done", null));
        assertThat(((Ended) send("transfer", "req-3")).answer().status()).isEqualTo(201);
        assertThat(fixture.rows("select count(*) from ~.bookings")).containsExactly(List.of("2"));
    }

    @Test
    void anApplicationsWordIsNoPermissionToRepeatInDoubt() throws SQLException {
        send("transfer", "req-1");
        giveUp("careful", "dead");
        fixture.execute("update ~.effect set unsure = true where name = 'careful'");
        fail();

        send("transfer", "req-2");

        assertThat(fixture.rows("select seq, state, unsure from ~.effect where name = 'careful'"))
                .containsExactly(List.of("1", "pending", "t"));
    }

    @Test
    void whatAPersonHasCancelledStaysCancelledAndTheAttemptHasItsOwn() throws SQLException {
        send("transfer", "req-1");
        giveUp("bank", "canceled");
        fail();

        send("transfer", "req-2");

        assertThat(fixture.rows("select seq, state from ~.effect where name = 'bank' order by seq"))
                .containsExactly(List.of("1", "canceled"), List.of("3", "pending"));
    }

    @Test
    void whereOnlyAnOperatorMayTheCallerIsToldAsBefore() throws SQLException {
        send("strict", "req-1");
        giveUp("bank", "dead");
        fail();

        assertThat(((Ended) send("strict", "req-2")).answer().status()).isEqualTo(422);
        assertThat(fixture.rows("select state from ~.effect where name = 'bank'"))
                .containsExactly(List.of("dead"));

        act(new Action.Retry());
        assertThat(fixture.rows("select seq, state from ~.effect where name = 'bank'"))
                .containsExactly(List.of("1", "pending"));
    }

    /** As the dispatcher does it, or a person. */
    private void giveUp(String effect, String state) throws SQLException {
        Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        fixture.execute("update ~.effect set state = '" + state + "', attempts = 3, finished_at = timestamptz '" + at
                + "', claim = null where name = '" + effect + "'");
        if (state.equals("canceled")) {
            return;
        }
        fixture.execute(
                "insert into ~.counter values (999, 'shop', 'effect', 'pending', -1, now()), (999, 'shop', 'effect', 'dead', 1, now())");
        End end = End.valueOf(state.toUpperCase(Locale.ROOT));
        ledger.effectEnded(operation(), new EffectEnding(1, effect, end, false, at, "status 500"))
                .await()
                .indefinitely();
    }

    private void fail() throws SQLException {
        act(new Action.Resolve("failed", null));
    }

    private void act(Action action) throws SQLException {
        assertThat(ledger.act(operation(), action, null, ADMIN).await().indefinitely())
                .isEqualTo(ActionOutcome.DONE);
    }

    private UUID operation() throws SQLException {
        return UUID.fromString(fixture.rows("select id from ~.operation").get(0).get(0));
    }

    private List<List<String>> effects() throws SQLException {
        return fixture.rows("select name, seq, state, webhook_id from ~.effect order by name, seq");
    }

    private String attention() throws SQLException {
        return fixture.rows("select coalesce(string_agg(reason, ','), '') from ~.operation,"
                        + " lateral jsonb_object_keys(attention) reason")
                .get(0)
                .get(0);
    }

    private String counter(String name) throws SQLException {
        return fixture.rows("select coalesce(sum(n), 0) from ~.counter where kind = 'effect' and name = '" + name + "'")
                .get(0)
                .get(0);
    }

    private CommandOutcome send(String type, String correlation) {
        InboundRequest request = new InboundRequest(
                "POST",
                "/operations/shop/" + type,
                Map.of("Correlation-Id", List.of(correlation), "traceparent", List.of(TRACEPARENT)),
                "{}".getBytes(StandardCharsets.UTF_8));
        return ledger.command(Commands.of(fixture.configured("shop"), type, "k1", request))
                .await()
                .indefinitely();
    }
}

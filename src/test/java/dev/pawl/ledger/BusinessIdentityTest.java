package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.ledger.CommandOutcome.Contradicts;
import dev.pawl.ledger.CommandOutcome.Ended;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The body names both the operation and the order it is for. */
class BusinessIdentityTest {

    private static final String FILE = """
            sources:
              shop:
                kind: command
                scope: shop
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [shop-token-0123456789abcdef]
                event: { account: /account }
                operations:
                  payout:
                    machine: payout
                    key: /payout
                    state: { at: /state, map: { pending: pending, paid: paid } }
                    unique: [/orderId]
                    invariant: [/amount]
              bank:
                scope: shop
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [bank-token-0123456789abcdef]
                event: { type: /type, account: /account }
                operations:
                  payout:
                    machine: payout
                    when: ["*"]
                    key: /payout
                    state: { at: /state, map: { pending: pending, paid: paid } }
                    invariant: [/amount]
            effects:
              - name: booked
                when: { type: payout, to: paid }
                sql: "insert into ~.booked (ref) values (:key)"
            """;

    private final LedgerFixture fixture = LedgerFixture.of(FILE);
    private final Ledger replica = fixture.replica();

    @BeforeEach
    void theApplicationHasItsTable() throws SQLException {
        fixture.execute("create table ~.booked (ref text)");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void whatWasCarriedOutForOneOrderIsNoneForAnother() throws SQLException {
        assertThat(status(send("k1", "P1", "O1", "paid"))).isEqualTo(201);

        assertThat(send("k2", "P1", "O2", "paid")).isEqualTo(new Contradicts("conflict"));

        assertThat(identities()).containsExactly(List.of("[\"O1\"]", "P1"));
        assertThat(keys()).containsExactly(List.of("k1"));
        assertThat(fixture.rows("select verdict, reason from ~.event where verdict <> 'applied'"))
                .containsExactly(List.of("conflict", "unique"));
        // The other order has not been carried out, and now is.
        assertThat(status(send("k3", "P2", "O2", "paid"))).isEqualTo(201);
        assertThat(booked()).containsExactly(List.of("P1"), List.of("P2"));
        assertThat(status(send("k4", "P1", "O1", "paid"))).isEqualTo(201);
        assertThat(booked()).hasSize(2);
    }

    @Test
    void norDoesItGoOnForAnother() throws SQLException {
        send("k1", "P1", "O1", "pending");

        assertThat(send("k2", "P1", "O2", "paid")).isEqualTo(new Contradicts("conflict"));

        assertThat(fixture.rows("select state from ~.operation")).containsExactly(List.of("pending"));
        assertThat(booked()).isEmpty();
        assertThat(status(send("k3", "P1", "O1", "paid"))).isEqualTo(201);
        assertThat(booked()).containsExactly(List.of("P1"));
    }

    @Test
    void twoOrdersInOneTransactionAreHeldApartAsWell() throws SQLException {
        CommandEntry first = new CommandEntry(command("k1", "P1", "O1", "paid"));
        CommandEntry second = new CommandEntry(command("k2", "P1", "O2", "paid"));

        fixture.together(first, second);

        assertThat(status(first.answer().join())).isEqualTo(201);
        assertThat(second.answer().join()).isEqualTo(new Contradicts("conflict"));
        assertThat(identities()).containsExactly(List.of("[\"O1\"]", "P1"));
    }

    @Test
    void whatTheProviderCarriedOutGetsItsOrderFromTheFirstCommand() throws SQLException {
        InboundRequest request = request("/webhooks/bank", body("P1", "O1", "paid"));
        var bank = fixture.configured("bank");
        replica.record(bank, request, 0, Instant.now(), bank.interpreter().interpret(VerifiedRequest.restored(request)))
                .subscribeAsCompletionStage()
                .join();

        assertThat(status(send("k1", "P1", "O1", "paid"))).isEqualTo(201);
        assertThat(send("k2", "P1", "O2", "paid")).isEqualTo(new Contradicts("conflict"));

        assertThat(identities()).containsExactly(List.of("[\"O1\"]", "P1"));
        assertThat(booked()).containsExactly(List.of("P1"));
    }

    private CommandOutcome send(String key, String payout, String order, String state) {
        return replica.command(command(key, payout, order, state))
                .subscribeAsCompletionStage()
                .join();
    }

    private Ledger.Command command(String key, String payout, String order, String state) {
        return Commands.of(
                fixture.configured("shop"),
                "payout",
                key,
                request("/operations/shop/payout", body(payout, order, state)));
    }

    private static String body(String payout, String order, String state) {
        return "{\"type\":\"payout\",\"account\":\"a\",\"payout\":\"" + payout + "\",\"orderId\":\"" + order
                + "\",\"amount\":5,\"state\":\"" + state + "\"}";
    }

    private static InboundRequest request(String path, String body) {
        return new InboundRequest(
                "POST",
                path,
                Map.of("Content-Type", List.of("application/json")),
                body.getBytes(StandardCharsets.UTF_8));
    }

    private static int status(CommandOutcome outcome) {
        assertThat(outcome).isInstanceOf(Ended.class);
        return ((Ended) outcome).answer().status();
    }

    private List<List<String>> identities() throws SQLException {
        return fixture.rows("select u.value, o.key from ~.unique_claim u join ~.operation o on o.id = u.operation_id");
    }

    private List<List<String>> keys() throws SQLException {
        return fixture.rows("select key from ~.claim order by key");
    }

    private List<List<String>> booked() throws SQLException {
        return fixture.rows("select ref from ~.booked order by ref");
    }
}

package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.Source;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.ledger.CommandOutcome.AlreadyExists;
import dev.pawl.ledger.CommandOutcome.Ended;
import dev.pawl.ledger.Ledger.Unavailable;
import dev.pawl.support.Parallel;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that meet: in one transaction, with webhooks, at several replicas. The application's rows are what counts. */
class CommandsTogetherTest {

    private static final String FILE = """
            sources:
              shop:
                kind: command
                scope: shop
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [shop-token-0123456789abcdef]
                event: { account: /account }
                operations:
                  order:
                    machine: simple
                    state: { value: done }
                    reference: /orderId
                    unique: [/orderId]
                  payout:
                    machine: payout
                    key: /id
                    state: { at: /state, map: { pending: pending, paid: paid } }
                    invariant: [/id]
              bank:
                scope: shop
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [bank-token-0123456789abcdef]
                event: { type: /type, account: /account }
                operations:
                  payout:
                    machine: payout
                    when: ["*"]
                    key: /id
                    state: { at: /state, map: { pending: pending, paid: paid } }
                    invariant: [/id]
            effects:
              - name: seat
                when: { type: order, to: done }
                sql: "update ~.seats set taken = taken + 1 where ref = :reference"
                expectRows: 1
              - name: moved
                when: { type: payout }
                sql: "insert into ~.moves (ref, state) values (:key, :to)"
            """;

    private final LedgerFixture fixture = LedgerFixture.of(FILE);

    @BeforeEach
    void theApplicationHasItsTables() throws SQLException {
        fixture.execute("create table ~.seats (ref text primary key, taken int not null default 0)");
        fixture.execute("create table ~.moves (n serial, ref text, state text)");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void twoKeysForOneBusinessIdentityInOneTransactionAreOneOrder() throws SQLException {
        fixture.execute("insert into ~.seats values ('o1')");
        CommandEntry first = new CommandEntry(order("k1", "o1"));
        CommandEntry second = new CommandEntry(order("k2", "o1"));

        fixture.together(first, second);

        assertThat(first.answer().join()).isInstanceOf(Ended.class);
        assertThat(second.answer().join()).isEqualTo(new AlreadyExists("/operations/shop/order/k1"));
        assertThat(taken()).containsExactly(List.of("o1", "1"));
        assertThat(fixture.rows("select key from ~.claim")).containsExactly(List.of("k1"));
    }

    @Test
    void theSecondKeyHasItsTurnWhereTheDatabaseRefusesTheFirst() throws SQLException {
        fixture.execute("insert into ~.seats values ('o1')");
        fixture.execute("create function ~.first_not() returns trigger language plpgsql as $$ begin"
                + " if nextval('~.tries') <= 2 then raise exception 'not yet'; end if; return new; end $$");
        fixture.execute("create sequence ~.tries");
        fixture.execute(
                "create trigger first_not before update on ~.seats for each row execute function ~.first_not()");
        CommandEntry first = new CommandEntry(order("k1", "o1"));
        CommandEntry second = new CommandEntry(order("k2", "o1"));

        fixture.together(first, second);

        assertThat(status(first.answer().join()))
                .as("tried with the others, then alone")
                .isEqualTo(422);
        assertThat(status(second.answer().join())).isEqualTo(201);
        assertThat(taken()).containsExactly(List.of("o1", "1"));
    }

    @Test
    void whatMeetsALockIsTriedOnceMoreWhereItMayWait() throws SQLException {
        fixture.execute("insert into ~.seats values ('o1'), ('o2')");
        fixture.execute("create function ~.locked() returns trigger language plpgsql as $$ begin"
                + " if new.ref = 'o1' and nextval('~.tries') <= 2 then"
                + " raise exception 'locked' using errcode = '55P03'; end if; return new; end $$");
        fixture.execute("create sequence ~.tries");
        fixture.execute("create trigger locked before update on ~.seats for each row execute function ~.locked()");
        CommandEntry first = new CommandEntry(order("k1", "o1"));
        CommandEntry second = new CommandEntry(order("k2", "o2"));

        fixture.together(first, second);

        assertThat(status(first.answer().join()))
                .as("tried with the others, alone, and once more")
                .isEqualTo(201);
        assertThat(status(second.answer().join())).isEqualTo(201);
        assertThat(fixture.rows("select ref, taken from ~.seats order by ref"))
                .containsExactly(List.of("o1", "1"), List.of("o2", "1"));
    }

    @Test
    void twoKeysForOneOperationInOneTransactionAreOneStep() throws SQLException {
        CommandEntry first = new CommandEntry(payout("k1", "po1", "paid"));
        CommandEntry second = new CommandEntry(payout("k2", "po1", "paid"));

        fixture.together(first, second);

        assertThat(status(first.answer().join())).isEqualTo(201);
        assertThat(status(second.answer().join())).isEqualTo(201);
        assertThat(fixture.rows("select ref, state from ~.moves")).containsExactly(List.of("po1", "paid"));
        assertThat(fixture.rows("select key from ~.claim order by key")).containsExactly(List.of("k1"), List.of("k2"));
        assertThat(fixture.rows("select count(*) from ~.operation")).containsExactly(List.of("1"));
    }

    @Test
    void aWebhookAndThenACommandInOneTransactionEachCauseTheirEffectOnceInOrder() throws SQLException {
        DeliveryEntry webhook = webhook("po1", "pending");
        CommandEntry command = new CommandEntry(payout("k1", "po1", "paid"));

        fixture.together(webhook, command);

        assertThat(webhook.answer().join().verdicts()).containsExactly("applied");
        assertThat(status(command.answer().join())).isEqualTo(201);
        assertThat(moves()).containsExactly(List.of("po1", "pending"), List.of("po1", "paid"));
        assertThat(effects()).containsExactly(List.of("1", "done"), List.of("2", "done"));
    }

    @Test
    void aCommandAndThenAWebhookInOneTransactionDoSoToo() throws SQLException {
        CommandEntry command = new CommandEntry(payout("k1", "po1", "pending"));
        DeliveryEntry webhook = webhook("po1", "paid");

        fixture.together(command, webhook);

        assertThat(command.answer().join()).isNotNull();
        assertThat(webhook.answer().join().verdicts()).containsExactly("applied");
        assertThat(moves()).containsExactly(List.of("po1", "pending"), List.of("po1", "paid"));
        assertThat(effects()).containsExactly(List.of("1", "done"), List.of("2", "done"));
        assertThat(fixture.rows("select ended from ~.response")).containsExactly(List.of("completed"));
    }

    @Test
    void aWebhookAndACommandThatSayTheSameInOneTransactionAreOneStep() throws SQLException {
        DeliveryEntry webhook = webhook("po1", "paid");
        CommandEntry command = new CommandEntry(payout("k1", "po1", "paid"));

        fixture.together(webhook, command);

        assertThat(webhook.answer().join().verdicts()).containsExactly("applied");
        assertThat(status(command.answer().join())).isEqualTo(201);
        assertThat(moves()).containsExactly(List.of("po1", "paid"));
    }

    @Test
    void manyKeysForFewOrdersAtTwoReplicasTakeEachSeatOnce() throws SQLException {
        int orders = 12;
        int keys = 96;
        Ledger one = fixture.replica();
        Ledger other = fixture.replica();
        for (int n = 0; n < orders; n++) {
            fixture.execute("insert into ~.seats values ('o" + n + "')");
        }

        List<CommandOutcome> outcomes =
                Parallel.map(keys, n -> insist(n / orders % 2 == 0 ? one : other, order("k" + n, "o" + n % orders)));

        assertThat(outcomes).filteredOn(Ended.class::isInstance).hasSize(orders);
        assertThat(outcomes).filteredOn(AlreadyExists.class::isInstance).hasSize(keys - orders);
        assertThat(fixture.rows("select taken, count(*) from ~.seats group by taken"))
                .containsExactly(List.of("1", String.valueOf(orders)));
        assertThat(fixture.rows("select count(*) from ~.operation")).containsExactly(List.of(String.valueOf(orders)));
        // Each again under its key: told the same, nothing runs.
        List<Integer> again = IntStream.range(0, keys)
                .filter(n -> outcomes.get(n) instanceof Ended)
                .mapToObj(n -> status(insist(other, order("k" + n, "o" + n % orders))))
                .toList();
        assertThat(again).hasSize(orders).containsOnly(201);
        assertThat(fixture.rows("select sum(taken) from ~.seats")).containsExactly(List.of(String.valueOf(orders)));
    }

    /** As an application does: what is not known is sent again. */
    private static CommandOutcome insist(Ledger ledger, Ledger.Command command) {
        while (true) {
            try {
                return ledger.command(command).subscribeAsCompletionStage().join();
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof Unavailable)) {
                    throw e;
                }
            }
        }
    }

    private static int status(CommandOutcome outcome) {
        assertThat(outcome).isInstanceOf(Ended.class);
        return ((Ended) outcome).answer().status();
    }

    private Ledger.Command order(String key, String order) {
        return command("order", key, "{\"account\":\"a\",\"orderId\":\"" + order + "\"}");
    }

    private Ledger.Command payout(String key, String id, String state) {
        return command("payout", key, said(id, state));
    }

    private static String said(String id, String state) {
        return "{\"type\":\"payout\",\"account\":\"a\",\"id\":\"" + id + "\",\"state\":\"" + state + "\"}";
    }

    private Ledger.Command command(String type, String key, String body) {
        return Commands.of(fixture.configured("shop"), type, key, request("/operations/shop/" + type, body));
    }

    private DeliveryEntry webhook(String id, String state) {
        Source source = fixture.configured("bank");
        InboundRequest request = request("/webhooks/bank", said(id, state));
        return DeliveryEntry.received(
                source, request, 0, Instant.now(), source.interpreter().interpret(VerifiedRequest.restored(request)));
    }

    private static InboundRequest request(String path, String body) {
        return new InboundRequest(
                "POST",
                path,
                Map.of("Content-Type", List.of("application/json")),
                body.getBytes(StandardCharsets.UTF_8));
    }

    private List<List<String>> taken() throws SQLException {
        return fixture.rows("select ref, taken from ~.seats");
    }

    private List<List<String>> moves() throws SQLException {
        return fixture.rows("select ref, state from ~.moves order by n");
    }

    private List<List<String>> effects() throws SQLException {
        return fixture.rows("select seq, state from ~.effect order by seq");
    }
}

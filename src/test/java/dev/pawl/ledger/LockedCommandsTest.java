package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.config.Source;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.ledger.CommandOutcome.Ended;
import dev.pawl.support.Parallel;
import dev.pawl.support.PostgresResource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Webhooks beside commands whose statements cannot run, or take their time. */
class LockedCommandsTest {

    private static final String FILE = """
            sources:
              shop:
                kind: command
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [shop-token-0123456789abcdef]
                operations:
                  order: { machine: simple, state: { value: done }, reference: /orderId }
              bank:
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [bank-token-0123456789abcdef]
                event: { type: /type }
                operations:
                  payout: { machine: payout, when: ["*"], key: /id, state: { value: paid } }
              desk:
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [desk-token-0123456789abcdef]
                event: { type: /type }
                operations:
                  leave: { machine: leave, when: ["*"], key: /id, state: { value: granted } }
            machines:
              leave:
                strict: true
                states:
                  asked: { status: processing, initial: true, next: [granted] }
                  granted: { status: completed }
            effects:
              - name: seat
                when: { type: order, to: done }
                sql: "update ~.seats set taken = taken + 1 where ref = :reference"
                expectRows: 1
              - name: moved
                when: { type: payout }
                sql: "insert into ~.moves (ref) values (:key)"
            """;

    private static final int COMMANDS = 8;

    /** More than one transaction has savepoints for. */
    private static final int MANY = 30;

    private static final int WEBHOOKS = 24;

    private final LedgerFixture fixture = LedgerFixture.of(FILE);

    @BeforeEach
    void theApplicationHasItsTables() throws SQLException {
        fixture.execute("create table ~.seats (ref text primary key, taken int not null default 0)");
        fixture.execute("insert into ~.seats select 'o' || n from generate_series(0, " + MANY + ") n");
        fixture.execute("create table ~.moves (ref text)");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void commandsOnALockedTableKeepNoWebhookFromItsAnswer() throws SQLException {
        Ledger replica = fixture.replica();
        try (Connection application = PostgresResource.connection();
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute("lock table " + fixture.schema + ".seats in access exclusive mode");

            // Whoever is answered 503 fails here.
            List<String> answers = Parallel.map(
                    COMMANDS + WEBHOOKS,
                    n -> n < COMMANDS ? attempted(replica, order(n)) : recorded(replica, "po" + n));

            assertThat(answers.subList(0, COMMANDS)).containsOnly("not known");
            assertThat(answers.subList(COMMANDS, answers.size())).containsOnly("applied");
            assertThat(fixture.rows("select count(*) from ~.claim")).containsExactly(List.of("0"));
            application.rollback();
        }
        assertThat(Parallel.map(COMMANDS, n -> attempted(replica, order(n)))).containsOnly("201");
        assertThat(fixture.rows("select count(*) from ~.seats where taken = 1"))
                .containsExactly(List.of(String.valueOf(COMMANDS)));
    }

    @Test
    void oneWaitsForTheLockAndTheOthersHardlyDo() throws SQLException {
        fixture.execute("create sequence ~.waits");
        fixture.execute("create function ~.locked() returns trigger language plpgsql as $$ begin"
                + " if current_setting('lock_timeout') = '100ms' then perform nextval('~.waits'); end if;"
                + " raise exception 'locked' using errcode = '55P03'; end $$");
        fixture.execute("create trigger locked before update on ~.seats for each row execute function ~.locked()");
        DeliveryEntry webhook = webhook("po1");
        List<Entry<?>> entries = new ArrayList<>(List.of(webhook));
        IntStream.range(0, COMMANDS).forEach(n -> entries.add(new CommandEntry(order(n))));

        fixture.together(entries.toArray(Entry<?>[]::new));

        assertThat(webhook.answer().join().verdicts()).containsExactly("applied");
        assertThat(fixture.rows("select last_value from ~.waits"))
                .as("once together; where they may wait once more together, and then each alone")
                .containsExactly(List.of(String.valueOf(2 + COMMANDS)));
    }

    /** One that waits for its operation to be made: on a strict machine nothing is there to be granted yet. */
    @Test
    void aWebhookThatHasToWaitDoesNotWaitBesideCommandsThatMeetALock() throws SQLException {
        DeliveryEntry webhook = granted("l1");
        List<CommandEntry> commands = IntStream.range(0, COMMANDS)
                .mapToObj(n -> new CommandEntry(order(n)))
                .toList();
        CompletableFuture<Long> answeredBefore = webhook.answer().thenApply(answer -> answered(commands));
        List<Entry<?>> entries = new ArrayList<>(commands);
        entries.add(webhook);
        try (Connection application = PostgresResource.connection();
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute("lock table " + fixture.schema + ".seats in access exclusive mode");

            fixture.together(entries.toArray(Entry<?>[]::new));

            application.rollback();
        }
        assertThat(webhook.answer().join().verdicts()).containsExactly("parked");
        assertThat(answeredBefore.join()).as("commands it waited for").isZero();
        assertThat(commands).allMatch(command -> command.answer().isCompletedExceptionally());
    }

    @Test
    void aCommandForWhichThereWasNoRoomDoesNotWaitBesideThoseThatMeetALock() throws SQLException {
        List<CommandEntry> commands = IntStream.rangeClosed(0, MANY)
                .mapToObj(n -> new CommandEntry(order(n)))
                .toList();
        CommandEntry free = commands.get(MANY);
        List<CommandEntry> locked = commands.subList(0, MANY - 6);
        CompletableFuture<Long> answeredBefore = free.answer().thenApply(answer -> answered(locked));
        try (Connection application = PostgresResource.connection();
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute("select from " + fixture.schema + ".seats where ref in ("
                    + IntStream.range(0, MANY - 6).mapToObj(n -> "'o" + n + "'").collect(Collectors.joining(", "))
                    + ") for update");

            fixture.together(commands.toArray(Entry<?>[]::new));

            application.rollback();
        }
        assertThat(status(free.answer().join())).isEqualTo("201");
        assertThat(answeredBefore.join()).as("commands it waited for").isZero();
    }

    /** However many of them come: one way to the database they never take. */
    @Test
    void webhooksThatHaveToWaitAreAnsweredWhileCommandsMeetALockAllTheTime() throws Exception {
        Ledger replica = fixture.replica();
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger key = new AtomicInteger();
        try (Connection application = PostgresResource.connection();
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute("lock table " + fixture.schema + ".seats in access exclusive mode");
            CompletableFuture<Void> commands = CompletableFuture.runAsync(() -> Parallel.map(MANY, n -> {
                while (!over.get()) {
                    attempted(replica, order(n, "k" + key.incrementAndGet()));
                }
                return n;
            }));
            try {
                await().until(() -> key.get() > 3 * MANY);

                // Whoever is answered 503 fails here.
                List<String> answers = Parallel.map(WEBHOOKS, n -> recorded(replica, "desk", "l" + n));

                assertThat(answers).containsOnly("parked");
                assertThat(fixture.rows("select 1 from ~.claim")).isEmpty();
            } finally {
                over.set(true);
                commands.join();
                application.rollback();
            }
        }
    }

    private static long answered(List<CommandEntry> commands) {
        return commands.stream().filter(Entry::answered).count();
    }

    @Test
    void oneRowThatIsLockedKeepsNoOtherCommandOutOfTheTransaction() throws SQLException {
        DeliveryEntry webhook = webhook("po1");
        CommandEntry first = new CommandEntry(order(0));
        CommandEntry second = new CommandEntry(order(1));
        try (Connection application = PostgresResource.connection();
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute("update " + fixture.schema + ".seats set taken = 7 where ref = 'o0'");

            fixture.together(webhook, first, second);

            application.rollback();
        }
        assertThat(first.answer()).isCompletedExceptionally();
        assertThat(status(second.answer().join())).isEqualTo("201");
        assertThat(fixture.rows("select k.key from ~.claim k, ~.operation o where o.key = 'po1' and o.xmin = k.xmin"))
                .containsExactly(List.of("k1"));
    }

    @Test
    void whatCommandsTookIsNotThereForTheEffectsOfWebhooks() throws SQLException {
        fixture.execute("create function ~.slow() returns trigger language plpgsql as $$ begin"
                + " perform pg_sleep(0.45); return new; end $$");
        fixture.execute("create trigger slow before update on ~.seats for each row execute function ~.slow()");
        fixture.execute("create trigger slow before insert on ~.moves for each row execute function ~.slow()");
        DeliveryEntry webhook = webhook("po1");
        CommandEntry first = new CommandEntry(order(0));
        CommandEntry second = new CommandEntry(order(1));

        fixture.together(webhook, first, second);

        assertThat(webhook.answer().join().verdicts()).containsExactly("applied");
        assertThat(fixture.rows("select state from ~.effect where name = 'moved'"))
                .as("left to the dispatcher")
                .containsExactly(List.of("pending"));
    }

    private static String attempted(Ledger ledger, Ledger.Command command) {
        try {
            return status(ledger.command(command).subscribeAsCompletionStage().join());
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(Ledger.Unavailable.class);
            return "not known";
        }
    }

    private static String status(CommandOutcome outcome) {
        assertThat(outcome).isInstanceOf(Ended.class);
        return String.valueOf(((Ended) outcome).answer().status());
    }

    private String recorded(Ledger ledger, String id) {
        return recorded(ledger, "bank", id);
    }

    private String recorded(Ledger ledger, String name, String id) {
        Source source = fixture.configured(name);
        InboundRequest request = said(name, id);
        return ledger.record(
                        source,
                        request,
                        0,
                        Instant.now(),
                        source.interpreter().interpret(VerifiedRequest.restored(request)))
                .subscribeAsCompletionStage()
                .join()
                .verdicts()
                .get(0);
    }

    private DeliveryEntry webhook(String id) {
        return webhook("bank", id);
    }

    private DeliveryEntry granted(String id) {
        return webhook("desk", id);
    }

    private DeliveryEntry webhook(String name, String id) {
        Source source = fixture.configured(name);
        InboundRequest request = said(name, id);
        return DeliveryEntry.received(
                source, request, 0, Instant.now(), source.interpreter().interpret(VerifiedRequest.restored(request)));
    }

    private static InboundRequest said(String source, String id) {
        return request("/webhooks/" + source, "{\"type\":\"news\",\"id\":\"" + id + "\"}");
    }

    private Ledger.Command order(int n) {
        return order(n, "k" + n);
    }

    private Ledger.Command order(int n, String key) {
        return Commands.of(
                fixture.configured("shop"),
                "order",
                key,
                request("/operations/shop/order", "{\"orderId\":\"o" + n + "\"}"));
    }

    private static InboundRequest request(String path, String body) {
        return new InboundRequest(
                "POST",
                path,
                Map.of("Content-Type", List.of("application/json")),
                body.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.pawl.dispatch;

import static dev.pawl.dispatch.DispatchFixture.effect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectQuestion;
import dev.pawl.core.outbound.EffectQuestion.Condition;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectText;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeReceiver.Answer;
import dev.pawl.support.FakeServer.Request;
import dev.pawl.support.PostgresResource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While somebody else is called, the dispatcher has no transaction open: a slow receiver must not hold the database. */
class CallsOutsideTransactionsTest {

    private static final int EFFECTS = 3;

    private final DispatchFixture fixture = new DispatchFixture();
    private final FakeReceiver receiver = new FakeReceiver();

    /** What the database showed during each call. */
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        receiver.close();
        fixture.close();
    }

    /**
     * Keeps the caller waiting until there is a moment without a transaction: one that is open for the call never lets it
     * come, while one of other work of the dispatcher's ends.
     */
    private void look(Request request) {
        try {
            await().until(() -> transactions().stream().noneMatch(open -> open.equals("open")));
            seen.add(transactions().isEmpty() ? "no session was seen" : "none open");
        } catch (ConditionTimeoutException e) {
            seen.add("open during " + request.target());
        }
    }

    /** Of each of the dispatcher's sessions. */
    private List<String> transactions() {
        try (Connection connection = PostgresResource.connection()) {
            return PostgresResource.rows(
                            connection,
                            "select case when xact_start is null then 'none' else 'open' end from pg_stat_activity"
                                    + " where application_name = '" + fixture.schema.name() + "'")
                    .stream()
                    .map(row -> row.get(0))
                    .toList();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitAllDone() {
        await().untilAsserted(
                        () -> assertThat(fixture.first("select count(*) from ${schema}.effect where state = 'done'"))
                                .isEqualTo(Integer.toString(EFFECTS)));
    }

    private void write() {
        IntStream.rangeClosed(1, EFFECTS)
                .forEach(n -> fixture.write(new UUID(3, n), 1, "shop", "{\"data\":{\"operation\":{\"id\":\"o\"}}}"));
    }

    @Test
    void noTransactionIsOpenDuringACallOrItsRepetition() {
        receiver.answer(request -> {
            look(request);
            return Answer.status(request.header("pawl-attempt").equals("1") ? 503 : 204);
        });
        write();

        fixture.job(effect("shop", receiver.url("/"), 20)).committed(DispatchFixture.EFFECTS);

        awaitAllDone();
        assertThat(seen).hasSize(2 * EFFECTS).containsOnly("none open");
    }

    @Test
    void noTransactionIsOpenDuringAQuestion() {
        receiver.answer(request -> {
            look(request);
            return Answer.status(request.method().equals("POST") ? 500 : 204);
        });
        write();

        fixture.job(asking()).committed(DispatchFixture.EFFECTS);

        awaitAllDone();
        assertThat(receiver.received())
                .extracting(Request::method)
                .hasSize(2 * EFFECTS)
                .contains("POST", "GET");
        assertThat(seen).hasSize(2 * EFFECTS).containsOnly("none open");
    }

    private EffectRule asking() {
        EffectRule plain = effect("shop", receiver.url("/"), 20);
        EffectText url = EffectText.address(receiver.url("/state/") + "{id}").fold(text -> text, problem -> {
            throw new AssertionError(problem);
        });
        Repeat ask = new Repeat.Ask(new EffectQuestion(
                "GET",
                url,
                Map.of(),
                new Condition(Set.of(204), null, Set.of()),
                new Condition(Set.of(404), null, Set.of())));
        return new EffectRule(plain.name(), plain.when(), plain.target(), false, 20, plain.backoff(), ask, Map.of());
    }
}

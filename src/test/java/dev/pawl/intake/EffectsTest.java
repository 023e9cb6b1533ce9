package dev.pawl.intake;

import static dev.pawl.intake.Caller.header;
import static dev.pawl.intake.Provider.event;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeServer.Request;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What effects cause outside, and what their endings cause here: from the request to the receiver and back. */
@QuarkusTest
@TestProfile(EffectsProfile.class)
class EffectsTest {

    private static final Caller SHOP = new Caller("cmd", EffectsProfile.COMMANDS);
    private static final String FIVE = "{\"amount\":5}";

    @Inject
    DatabaseState database;

    @Inject
    CommandWaiters waiters;

    private FakeReceiver receiver;

    @BeforeEach
    void startReceiver() {
        receiver = new FakeReceiver(EffectsProfile.port());
        await().until(database::ready);
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    /** @param order what must not change */
    private static List<String> said(String operation, String status, String order, String name) {
        return Provider.send(signed(event(operation, status, ",\"order\":\"" + order + "\",\"name\":\"" + name + "\"")))
                .verdicts();
    }

    private static String id(String key) {
        return one("select id from ~.operation where key = ?", key);
    }

    private static String history(String key) {
        return one(
                "select string_agg(concat_ws(' ', t.seq, t.kind, coalesce(from_state, '-'), coalesce(to_state, '-'),"
                        + " t.cause), ', ' order by t.seq)"
                        + " from ~.transition t join ~.operation o on o.id = t.operation_id where o.key = ?",
                key);
    }

    private static void awaitEffect(String key, String name, String state, int count) {
        await().untilAsserted(() -> assertThat(one(
                        "select count(*) from ~.effect e join ~.operation o on o.id = e.operation_id"
                                + " where o.key = ? and e.name = ? and e.state = ?",
                        key,
                        name,
                        state))
                .isEqualTo(Integer.toString(count)));
    }

    private List<Request> receivedAt(String path, String key) {
        String id = id(key);
        return receiver.received().stream()
                .filter(request -> request.path().equals(path)
                        && request.header("webhook-id").startsWith(id + "_"))
                .toList();
    }

    private static void acknowledge(String operation) {
        Answer answer = Provider.exchange(Provider.request("/admin/operations/" + operation + "/actions")
                .header("Authorization", "Bearer " + CommandProfile.OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"action\":\"acknowledge\",\"reason\":\"a known mistake\"}")));
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void peopleAreToldWhenSomebodyIsNeededAndWhenNoMoreAndOfNothingElse() {
        String key = fresh("op");
        said(key, "open", "a", "ada");
        said(key, "paid", "a", "ada");
        awaitEffect(key, "ship", "done", 1);

        assertThat(said(key, "paid", "b", "ada")).containsExactly("conflict");
        awaitEffect(key, "chat", "done", 1);
        awaitEffect(key, "alarm", "done", 1);
        acknowledge(id(key));
        awaitEffect(key, "chat", "done", 2);
        said(key, "returned", "a", "ada");
        awaitEffect(key, "refund", "done", 1);

        assertThat(receivedAt("/chat", key))
                .extracting(Request::body)
                .containsExactly(
                        "{\"text\":\"payment " + key + ": conflict, from - to conflict\"}",
                        "{\"text\":\"payment " + key + ": conflict, from conflict to -\"}");
        assertThat(receivedAt("/alarm", key))
                .extracting(Request::body)
                .containsExactly("{\"text\":\"" + key + " needs somebody: conflict\"}");
        assertThat(history(key))
                .isEqualTo("1 move - pending delivery, 2 move pending paid delivery, 3 attention - conflict delivery,"
                        + " 4 attention conflict - operator, 5 move paid reversed delivery");
        assertThat(one(
                        "select string_agg(e.seq || ' ' || e.name, ', ' order by e.seq, e.name)"
                                + " from ~.effect e join ~.operation o on o.id = e.operation_id where o.key = ?",
                        key))
                .isEqualTo("2 ship, 3 alarm, 3 chat, 4 chat, 5 refund");
    }

    @Test
    void aRefusalMovesTheOperationAndItsCompensationIsSent() {
        String key = fresh("op");
        receiver.answer(request -> FakeReceiver.Answer.status(request.path().equals("/ship") ? 422 : 204));

        said(key, "paid", "a", "ada");

        awaitEffect(key, "refund", "done", 1);
        assertThat(history(key))
                .isEqualTo("1 move - paid delivery, 2 move paid reversed effect, 3 attention - dead-effect effect");
        awaitEffect(key, "ship", "rejected", 1);
        assertThat(receivedAt("/ship", key)).hasSize(1);
        assertThat(receivedAt("/refund", key)).hasSize(1);
        Request compensation = receivedAt("/refund", key).get(0);
        assertThat(compensation.header("webhook-id")).isEqualTo(id(key) + "_2_reversed_refund");
        assertThat(compensation.body())
                .startsWith("{\"type\":\"payment.reversed\"")
                .contains("\"kind\":\"move\",\"from\":\"paid\",\"to\":\"reversed\",\"cause\":\"effect\"");
        // The provider says what it said before: it does not undo what its own refusal led to.
        assertThat(said(key, "paid", "a", "ada")).containsExactly("stale");
        assertThat(receivedAt("/ship", key)).hasSize(1);
    }

    /** The receiver knows a repetition by its id; the number begins anew, as the attempts that are allowed do. */
    @Test
    void whatAnOperatorHasSentOnceMoreComesUnderItsIdWithItsBytesAsTheFirstAttempt() {
        String key = fresh("op");
        receiver.answer(request -> FakeReceiver.Answer.status(request.path().equals("/ship") ? 422 : 204));
        said(key, "paid", "a", "ada");
        awaitEffect(key, "refund", "done", 1);
        assertThat(one("select attention ->> 'dead-effect' is not null from ~.operation where key = ?", key))
                .isEqualTo("t");
        receiver.answer(request -> FakeReceiver.Answer.status(204));

        Answer retried = Provider.exchange(Provider.request("/admin/effects/" + id(key) + "/1/ship/actions")
                .header("Authorization", "Bearer " + CommandProfile.OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"action\":\"retry\",\"reason\":\"the shop is mended\"}")));

        assertThat(retried.status()).isEqualTo(200);
        awaitEffect(key, "ship", "done", 1);
        List<Request> attempts = receivedAt("/ship", key);
        assertThat(attempts)
                .extracting(request -> request.header("pawl-attempt"))
                .containsExactly("1", "1");
        assertThat(attempts).extracting(request -> request.header("webhook-id")).containsOnly(id(key) + "_1_paid_ship");
        assertThat(attempts.get(1).body()).isEqualTo(attempts.get(0).body());
        assertThat(one("select attention is null from ~.operation where key = ?", key))
                .isEqualTo("t");
    }

    @Test
    void everyAttemptSendsTheBytesOfTheTransitionWhateverBecomesOfTheOperationMeanwhile() {
        String key = fresh("op");
        receiver.answer(request -> {
            boolean first = request.path().equals("/ship")
                    && request.header("pawl-attempt").equals("1");
            if (first) {
                said(key, "returned", "a", "bob");
            }
            return FakeReceiver.Answer.status(first ? 503 : 204);
        });

        said(key, "paid", "a", "ada");

        awaitEffect(key, "ship", "done", 1);
        assertThat(one("select state || ' ' || (fields ->> 'name') from ~.operation where key = ?", key))
                .isEqualTo("reversed bob");
        List<Request> attempts = receivedAt("/ship", key);
        assertThat(attempts)
                .extracting(request -> request.header("pawl-attempt"))
                .containsExactly("1", "2");
        assertThat(attempts.get(1).body())
                .isEqualTo(attempts.get(0).body())
                .contains("\"state\":\"paid\"", "\"name\":\"ada\"", "\"seq\":1");
        assertThat(attempts.get(1).header("webhook-id"))
                .isEqualTo(attempts.get(0).header("webhook-id"));
    }

    @ParameterizedTest
    @CsvSource({"204, 201, done, 1", "422, 422, rejected, 1", "404, 422, failed, 2"})
    void aCommandEndsAsItsEffectDoesAndWhoeverWaitsIsAnsweredWithWhatIsStored(
            int said, int status, String state, int attempts) {
        String key = fresh("k");
        receiver.answer(request -> {
            await().until(() -> waiters.waitingFor() == 1);
            return FakeReceiver.Answer.status(said);
        });

        Answer waited = SHOP.post("transfer", key, FIVE, "Prefer", "wait=30");
        Answer again = SHOP.post("transfer", key, FIVE);

        assertThat(waited.status()).isEqualTo(status);
        assertThat(waited.body()).contains("\"state\":\"" + state + "\"");
        assertThat(again.status()).isEqualTo(status);
        assertThat(again.body()).isEqualTo(waited.body());
        assertThat(header(again, "Content-Type")).isEqualTo(header(waited, "Content-Type"));
        assertThat(header(again, "Location")).isEqualTo(header(waited, "Location"));
        assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(one(
                        "select status || ' ' || convert_from(body, 'UTF8') from ~.response r"
                                + " join ~.claim c using (operation_id) where c.key = ?",
                        key))
                .isEqualTo(status + " " + waited.body());
        assertThat(history(key)).startsWith("1 move - received delivery, 2 move received " + state + " effect");
        assertThat(receivedAt("/bank", key)).hasSize(attempts);
        assertThat(waiters.waitingFor()).isZero();
    }

    @Test
    void aCommandStaysOpenWhereItsReceiverMayHaveDoneIt() {
        String key = fresh("k");
        receiver.answer(request -> FakeReceiver.Answer.status(500));

        Answer first = SHOP.post("transfer", key, FIVE);
        await().until(() -> history(key).contains("outcome-unknown"));
        Answer again = SHOP.post("transfer", key, FIVE);

        assertThat(first.status()).isEqualTo(202);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.body()).contains("urn:pawl:problem:in-progress");
        assertThat(history(key)).isEqualTo("1 move - received delivery, 2 attention - outcome-unknown effect");
        assertThat(receivedAt("/bank", key)).hasSize(2);
    }
}

package dev.pawl.intake;

import static dev.pawl.intake.Caller.BANK;
import static dev.pawl.intake.Caller.SHOP;
import static dev.pawl.intake.Caller.TILL;
import static dev.pawl.intake.Caller.bankSays;
import static dev.pawl.intake.Caller.header;
import static dev.pawl.intake.Caller.payout;
import static dev.pawl.intake.Caller.resolve;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller may rely on besides the status: headers, whose a key is, what makes two requests the same. */
@QuarkusTest
@TestProfile(CommandProfile.class)
class CommandPromisesTest {

    private static final String FIVE = "{\"amount\":5}";

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    private static void assertProblem(Answer answer, int status, String type) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("\"type\":\"urn:pawl:problem:" + type + "\"", "\"status\":" + status);
        assertThat(header(answer, "Idempotency-Replayed")).isNull();
    }

    @Test
    void whatIsNoStoredAnswerIsAProblemWithoutTheMark() {
        String id = fresh("po");
        BANK.post("payout", id, payout(id, 5));
        Answer early = BANK.post("payout", id, payout(id, 5));
        Answer other = BANK.post("payout", id, payout(id, 6));
        Answer exists = BANK.post("payout", fresh("k"), payout(id, 6));

        assertProblem(early, 409, "in-progress");
        assertThat(header(early, "Location")).isEqualTo("/operations/bank/payout/" + id);
        assertThat(header(early, "Retry-After")).isEqualTo("2");
        assertProblem(other, 422, "key-reused");
        assertThat(header(other, "Location")).isNull();
        assertProblem(exists, 409, "contradicts");
        assertThat(one(
                        "select count(*) from ~.claim c join ~.operation o on o.id = c.operation_id where o.key = ?",
                        id))
                .isEqualTo("1");
        Answer polled = BANK.get("/operations/bank/payout/" + id);
        assertThat(polled.status()).isEqualTo(200);
        assertThat(polled.body()).contains("\"status\":\"processing\"");
        assertThat(header(polled, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(polled, "X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void anotherCallersKeyIsAsUnknownAsOneThatNeverWas() {
        String key = fresh("k");
        SHOP.post("credit", key, FIVE);

        Answer theirs = TILL.get("/operations/cmd/credit/" + key);
        Answer never = TILL.get("/operations/cmd/credit/" + fresh("k"));

        assertProblem(theirs, 404, "not-found");
        assertThat(theirs.body()).isEqualTo(never.body());
        assertThat(headers(theirs)).isEqualTo(headers(never));
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\"\"", "\"open", "\"a\"b", "\"a\", \"b\"", "\"a\";p=1"})
    void aMalformedKeyLeavesNothing(String key) {
        String before = Provider.footprint();

        assertProblem(SHOP.post("credit", key, FIVE), 400, "invalid-parameter");

        assertThat(Provider.footprint()).isEqualTo(before);
    }

    @Test
    void aKeyIsOneTypesOnly() {
        String key = fresh("k");
        assertThat(SHOP.post("credit", key, FIVE).status()).isEqualTo(201);

        Answer order = SHOP.post("order", key, "{\"orderId\":\"" + key + "\",\"wanted\":\"now\"}");

        assertThat(order.status()).isEqualTo(201);
        assertThat(header(order, "Idempotency-Replayed")).isNull();
        assertThat(one("select string_agg(type, ' ' order by type) from ~.claim where key = ?", key))
                .isEqualTo("credit order");
    }

    @Test
    void aCallerThatChangesItsSecretKeepsItsKeys() {
        String key = fresh("k");
        Answer first = Caller.SHOP_BEFORE_ROTATION.post("credit", key, FIVE);

        Answer again = SHOP.post("credit", key, FIVE);

        assertThat(again.body()).isEqualTo(first.body());
        assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(one("select count(*) || ' ' || max(caller) from ~.claim where key = ?", key))
                .isEqualTo("1 shop");
    }

    @Test
    void whereInvariantsAreNamedOnlyTheyMakeAnotherRequest() {
        String id = fresh("po");
        BANK.post("payout", id, payout(id, 5));
        bankSays(id, "paid", 5);
        String note = payout(id, 5).replace("}", ",\"note\":\"sent at another time\"}");

        Answer again = BANK.post("payout", id, note);

        assertThat(again.status()).isEqualTo(201);
        assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
    }

    /** Division by zero is of SQLSTATE class 22. */
    @Test
    void aRefusalIsStoredAndReplayedWithAllItsHeadersAndBytes() {
        String id = fresh("ch");
        String key = fresh("k");
        String charge =
                "{\"account\":\"a1\",\"id\":\"" + id + "\",\"wanted\":\"refund\",\"divisor\":0,\"who\":\"Zoë €\"}";

        Answer first = BANK.post("charge", key, charge);
        Answer again = BANK.post("charge", key, charge);
        Answer later = BANK.post("charge", key, charge);

        assertProblem(first, 422, "rejected");
        assertThat(first.body()).contains("SQLSTATE 22012");
        for (Answer replay : List.of(again, later)) {
            assertThat(replay.status()).isEqualTo(422);
            assertThat(replay.body()).isEqualTo(first.body());
            assertThat(header(replay, "Idempotency-Replayed")).isEqualTo("true");
            assertThat(without(replay, "idempotency-replayed")).isEqualTo(headers(first));
        }
        assertThat(one(
                        "select o.status || ' ' || o.seq || ' ' || r.ended || ' ' || r.status || ' '"
                                + " || (select count(*) from ~.effect e where e.operation_id = o.id) || ' '"
                                + " || (select string_agg(verdict, ' ' order by at) from ~.event v where v.operation_id = o.id)"
                                + " from ~.operation o join ~.response r on r.operation_id = o.id where o.key = ?",
                        id))
                .isEqualTo("rejected 1 rejected 422 0 applied duplicate duplicate");
    }

    /** It is stored, too; whether the command may run again is another question, and here it is an operator's. */
    @Test
    void whatHasFailedIsReplayedUntilSomebodyMayRunItAgain() {
        String key = fresh("k");
        String order = "{\"orderId\":\"" + key + "\",\"wanted\":\"later\"}";
        SHOP.post("order", key, order);
        resolve(one("select id from ~.operation where key = ?", key), "failed");

        Answer failed = SHOP.post("order", key, order);

        assertThat(failed.status()).isEqualTo(422);
        assertThat(header(failed, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(failed.body())
                .contains("\"type\":\"urn:pawl:problem:failed\"", "\"operation\":{", "\"state\":\"failed\"");
        assertThat(header(failed, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(SHOP.post("order", key, order).body()).isEqualTo(failed.body());
        assertThat(one(
                        "select o.seq || ' ' || (select count(*) from ~.attempt a where a.operation_id = o.id"
                                + " and a.kind = 'command') from ~.operation o where o.key = ?",
                        key))
                .isEqualTo("2 1");
    }

    /** It may have been carried out: first somebody has to know. */
    @Test
    void whatIsNotKnownIsNotRunAgainByItsCallerEither() {
        String id = fresh("po");
        BANK.post("payout", id, payout(id, 5));
        one("update ~.operation set status = 'unknown' where key = ? returning status", id);

        Answer again = BANK.post("payout", id, payout(id, 5));

        assertProblem(again, 409, "in-progress");
        assertThat(one(
                        "select o.status || ' ' || o.seq || ' ' || (select count(*) from ~.attempt a"
                                + " where a.operation_id = o.id and a.kind = 'command') from ~.operation o where o.key = ?",
                        id))
                .isEqualTo("unknown 1 1");
        bankSays(id, "paid", 5);
        assertThat(BANK.post("payout", id, payout(id, 5)).status()).isEqualTo(201);
    }

    /** Nobody waits who wants to wait for nothing, or says so in a way that cannot be read. */
    @ParameterizedTest
    @ValueSource(strings = {"wait=0", "wait=-5", "wait=soon", "respond-async"})
    void aPreferenceThatIsNoneIsAnsweredAtOnce(String preference) {
        String id = fresh("po");

        assertThat(BANK.post("payout", id, payout(id, 5), "Prefer", preference).status())
                .isEqualTo(202);
        assertThat(BANK.post("payout", id, payout(id, 5), "Prefer", preference).status())
                .isEqualTo(409);
    }

    private static Map<String, List<String>> headers(Answer answer) {
        Map<String, List<String>> all =
                new TreeMap<>(answer.response().headers().map());
        all.remove("date");
        return all;
    }

    private static Map<String, List<String>> without(Answer answer, String name) {
        Map<String, List<String>> all = headers(answer);
        all.remove(name);
        return all;
    }
}

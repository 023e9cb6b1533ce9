package dev.pawl.intake;

import static dev.pawl.intake.Caller.BANK;
import static dev.pawl.intake.Caller.bankSays;
import static dev.pawl.intake.Caller.header;
import static dev.pawl.intake.Caller.payout;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.retain.RetainJob;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands whose retention is over: the answers go, that they were answered stays. */
@QuarkusTest
@TestProfile(CommandProfile.class)
class EntombedCommandsTest {

    @Inject
    DatabaseState database;

    @Inject
    RetainJob retention;

    @BeforeEach
    void theTableIsThere() throws SQLException {
        await().until(database::ready);
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists wishes (ref text)");
        }
    }

    @Test
    void whatWasCompletedNeverRunsAgainEvenIfItFailsAfterItsRetention() {
        String id = fresh("w");
        Answer first = BANK.post("wish", id, wish(id, "now"));
        assertThat(first.status()).isEqualTo(201);
        entomb(id);
        assertThat(answer(id)).isEqualTo("completed 410 {} 0");
        assertThat(BANK.post("wish", id, wish(id, "now")).status()).isEqualTo(410);

        assertThat(says(id, "broken").verdicts()).containsExactly("applied");
        Answer again = BANK.post("wish", id, wish(id, "now"));
        Answer otherKey = BANK.post("wish", fresh("k"), wish(id, "now"));
        Answer otherBody = BANK.post("wish", id, wish(fresh("w"), "now"));

        assertThat(again.status()).isEqualTo(410);
        assertThat(header(again, "Location")).isEqualTo("/operations/bank/wish/" + id);
        assertThat(otherKey.status()).isEqualTo(410);
        assertThat(otherBody.status()).isEqualTo(422);
        assertThat(wishes(id)).isEqualTo("1");
        assertThat(one("select state || ' ' || tombstone from ~.operation where key = ?", id))
                .isEqualTo("broken false");
        assertThat(BANK.get("/operations/bank/wish/" + id).body()).contains("\"status\":\"failed\"");
        assertThat(retry(one("select id from ~.operation where key = ?", id)).body())
                .contains("urn:pawl:problem:not-renewable");
        assertThat(one(
                        "select count(*) from ~.claim c join ~.operation o on o.id = c.operation_id where o.key = ?",
                        id))
                .isEqualTo("1");
    }

    @Test
    void whatWasRejectedNeverRunsAgainEither() {
        String id = fresh("w");
        assertThat(BANK.post("wish", id, wish(id, "later")).status()).isEqualTo(202);
        says(id, "refused");
        assertThat(BANK.post("wish", id, wish(id, "later")).status()).isEqualTo(422);
        entomb(id);
        assertThat(answer(id)).isEqualTo("rejected 410 {} 0");

        assertThat(says(id, "broken").verdicts()).containsExactly("applied");

        assertThat(BANK.post("wish", id, wish(id, "later")).status()).isEqualTo(410);
        assertThat(wishes(id)).isEqualTo("1");
        assertThat(one("select state from ~.operation where key = ?", id)).isEqualTo("broken");
    }

    /** As it is where an earlier version has removed the answer. */
    @Test
    void whatHasLostItsBusinessIdentityDoesNotRunAgain() {
        String id = fresh("w");
        BANK.post("wish", id, wish(id, "later"));
        says(id, "refused");
        says(id, "broken");
        one(
                "delete from ~.response r using ~.claim c where c.operation_id = r.operation_id and c.key = ?"
                        + " returning r.status",
                id);

        assertThat(BANK.post("wish", id, wish(id, "later")).status()).isEqualTo(422);

        assertThat(wishes(id)).isEqualTo("1");
        assertThat(one("select state from ~.operation where key = ?", id)).isEqualTo("broken");
    }

    @Test
    void whatFailedLeavesNoAnswerBehind() {
        String id = fresh("w");
        BANK.post("wish", id, wish(id, "later"));
        says(id, "broken");

        entomb(id);

        assertThat(answer(id)).isEqualTo("nothing");
        assertThat(BANK.post("wish", id, wish(id, "later")).status()).isEqualTo(410);
        assertThat(wishes(id)).isEqualTo("1");
    }

    @Test
    void theAnswerIsGoneAndSaysWhereTheOperationIs() {
        String id = fresh("po");
        BANK.post("payout", id, payout(id, 5));
        bankSays(id, "paid", 5);
        entomb(id);

        Answer late = BANK.post("payout", id, payout(id, 5));

        assertThat(late.status()).isEqualTo(410);
        assertThat(header(late, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(late.body()).contains("urn:pawl:problem:gone");
        assertThat(header(late, "Idempotency-Replayed")).isNull();
        assertThat(header(late, "Location")).isEqualTo("/operations/bank/payout/" + id);
        assertThat(BANK.post("payout", id, payout(id, 6)).status()).isEqualTo(422);
    }

    @Test
    void whatIsUniqueStaysTakenByATombstone() {
        String key = fresh("k");
        String order = "{\"orderId\":\"" + key + "\",\"wanted\":\"now\"}";
        Answer first = Caller.SHOP.post("order", key, order);
        entomb(key);

        String otherKey = fresh("k");
        Answer second = Caller.SHOP.post("order", otherKey, order);

        assertThat(second.status()).isEqualTo(409);
        assertThat(second.body()).contains("urn:pawl:problem:already-exists");
        assertThat(header(second, "Location")).isEqualTo(header(first, "Location"));
        assertThat(one("select count(*) from ~.operation where key in (?, ?)", key, otherKey))
                .isEqualTo("1");
        assertThat(one("select count(*) from ~.claim where key = ?", otherKey)).isEqualTo("0");
    }

    private void entomb(String id) {
        one("update ~.operation set updated_at = now() - interval '500 days' where key = ? returning id", id);
        retention.run().await().atMost(Duration.ofSeconds(30));
        assertThat(one("select tombstone from ~.operation where key = ?", id)).isEqualTo("t");
    }

    private static String answer(String id) {
        return one(
                "select ended || ' ' || status || ' ' || headers || ' ' || length(body) from ~.response r"
                        + " join ~.claim c using (operation_id) where c.key = ?",
                id);
    }

    private static String wishes(String id) {
        return one("select count(*) from wishes where ref = ?", id);
    }

    private static String wish(String id, String wanted) {
        return "{\"account\":\"a1\",\"id\":\"" + id + "\",\"wanted\":\"" + wanted + "\"}";
    }

    private static Answer says(String id, String status) {
        return Provider.exchange(Provider.request("/webhooks/bank-events")
                .header("Authorization", "Bearer bank-events-token-0123456789")
                .POST(BodyPublishers.ofString("{\"type\":\"wish.updated\",\"account\":\"a1\",\"id\":\"" + id
                        + "\",\"status\":\"" + status + "\"}")));
    }

    private static Answer retry(String operation) {
        return Provider.exchange(Provider.request("/admin/operations/" + operation + "/actions")
                .header("Authorization", "Bearer " + CommandProfile.OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"action\":\"retry\",\"reason\":\"again\"}")));
    }
}

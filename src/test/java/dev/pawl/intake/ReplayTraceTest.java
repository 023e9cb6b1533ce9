package dev.pawl.intake;

import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.config.Configuration;
import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a delivery causes when it is read again belongs to the trace and the correlation id it came with. */
@QuarkusTest
@TestProfile(ChangingProfile.class)
class ReplayTraceTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Inject
    DatabaseState database;

    @Inject
    Configuration configuration;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @Test
    void anEventThatIsUnderstoodLater() {
        String id = fresh("pa");
        UUID delivery = invalid(id, "posted", "req-7");
        learn("posted", "sent");

        assertThat(replay(delivery).verdicts()).containsExactly("applied");

        assertThat(one("select correlation_id from ~.operation where key = ?", id))
                .isEqualTo("req-7");
        assertThat(effects(id)).isEqualTo("1 req-7 " + TRACE + " vendor=req-7");
    }

    @Test
    void anEventThatIsUnderstoodLaterAndThenHasToWait() {
        String id = fresh("pa");
        UUID delivery = invalid(id, "delivered", "req-8");
        learn("delivered", "there");
        assertThat(replay(delivery).verdicts()).containsExactly("parked");

        says(id, "sent", "req-9");
        says(id, "seen", "req-9");

        assertThat(one("select state from ~.operation where key = ?", id)).isEqualTo("there");
        assertThat(effects(id))
                .isEqualTo("1 req-9 " + TRACE + " vendor=req-9, 2 req-9 " + TRACE + " vendor=req-9, 3 req-8 " + TRACE
                        + " vendor=req-8");
    }

    @Test
    void oneFromBeforeThereWereCorrelationIdsHasItsOwnIdForOne() {
        String id = fresh("pa");
        UUID delivery = invalid(id, "handed", "req-10");
        one("update ~.delivery set correlation_id = null, traceparent = null where id = ? returning id", delivery);
        learn("handed", "sent");

        assertThat(replay(delivery).verdicts()).containsExactly("applied");

        assertThat(one("select correlation_id from ~.operation where key = ?", id))
                .isEqualTo(delivery.toString());
    }

    private static UUID invalid(String id, String status, String request) {
        Answer answer = says(id, status, request);
        assertThat(answer.verdicts()).containsExactly("invalid");
        return answer.delivery();
    }

    private void learn(String word, String state) {
        String before = configuration.current().hash();
        ChangingFile.learn(word, state);
        await().until(() -> !configuration.current().hash().equals(before));
    }

    private static Answer says(String id, String status, String request) {
        return Provider.exchange(Provider.request("/webhooks/events")
                .header("Authorization", "Bearer " + ChangingFile.WEBHOOKS)
                .header("X-Request-ID", request)
                .header("traceparent", TRACE)
                .header("tracestate", "vendor=" + request)
                .POST(BodyPublishers.ofString(
                        "{\"type\":\"parcel\",\"id\":\"" + id + "\",\"status\":\"" + status + "\"}")));
    }

    private static Answer replay(UUID delivery) {
        return Provider.exchange(Provider.request("/admin/deliveries/" + delivery + "/replay")
                .header("Authorization", "Bearer " + CommandProfile.OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"reason\":\"the mapping is mended\"}")));
    }

    private static String effects(String id) {
        return one(
                "select string_agg(concat_ws(' ', e.seq, e.correlation_id, e.traceparent, e.tracestate), ', ' order by e.seq)"
                        + " from ~.effect e join ~.operation o on o.id = e.operation_id where o.key = ?",
                id);
    }
}

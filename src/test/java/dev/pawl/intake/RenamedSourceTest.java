package dev.pawl.intake;

import static dev.pawl.intake.Caller.header;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.config.Configuration;
import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A source of commands with a new name: {@code formerly} takes the keys along. */
@QuarkusTest
@TestProfile(ChangingProfile.class)
class RenamedSourceTest {

    private static final String TWO = "{\"divisor\":2}";
    private static final String ZERO = "{\"divisor\":0}";

    @Inject
    DatabaseState database;

    @Inject
    Configuration configuration;

    @BeforeEach
    void theTableIsThere() throws SQLException {
        await().until(database::ready);
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists sales (ref text, n int)");
        }
    }

    private void rename() {
        ChangingFile.rename();
        await().until(() -> configuration.current().sources().containsKey(ChangingFile.source()));
    }

    private static Caller shop() {
        return new Caller(ChangingFile.source(), "shop-token-0123456789abcdef");
    }

    @Test
    void itsKeysAreAnsweredAsBeforeAndNothingRunsAgain() {
        String done = fresh("k");
        String refused = fresh("k");
        String old = ChangingFile.source();
        Answer first = shop().post("sale", done, TWO);
        Answer no = shop().post("sale", refused, ZERO);
        assertThat(first.status()).isEqualTo(201);
        assertThat(no.status()).isEqualTo(422);

        rename();

        for (String name : new String[] {ChangingFile.source(), old}) {
            Caller shop = new Caller(name, shop().token());
            Answer again = shop.post("sale", done, TWO);
            Answer noAgain = shop.post("sale", refused, ZERO);
            assertThat(again.status()).isEqualTo(201);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
            assertThat(noAgain.status()).isEqualTo(422);
            assertThat(noAgain.body()).isEqualTo(no.body());
            assertThat(shop.post("sale", done, "{\"divisor\":5}").body()).contains("urn:pawl:problem:key-reused");
            assertThat(shop.get("/operations/" + name + "/sale/" + done).body()).contains("\"key\":\"" + done + '"');
        }
        assertThat(one("select count(*) from sales where ref = ?", done)).isEqualTo("1");
        assertThat(one(
                        "select count(*) || ' ' || count(attention) from ~.operation where key in (?, ?)",
                        done,
                        refused))
                .isEqualTo("2 0");
        assertThat(one("select count(*) from ~.claim where key in (?, ?)", done, refused))
                .isEqualTo("2");
    }

    @Test
    void itGoesOnWithWhatWasUnderWayAndWithWhatIsUnique() {
        String key = fresh("k");
        String order = "{\"orderId\":\"" + fresh("o") + "\"}";
        assertThat(shop().post("order", key, order).status()).isEqualTo(202);

        rename();
        rename();

        Answer again = shop().post("order", key, order);
        Answer other = shop().post("order", fresh("k"), order);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.body()).contains("urn:pawl:problem:in-progress");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.body()).contains("urn:pawl:problem:already-exists");
        assertThat(header(other, "Location")).isEqualTo("/operations/" + ChangingFile.source() + "/order/" + key);
        assertThat(shop().get(String.valueOf(header(other, "Location"))).status())
                .isEqualTo(200);
    }

    @Test
    void anOldKeyIsNoNewOneForAnOperatorEither() {
        String key = fresh("k");
        String taken = fresh("k");
        shop().post("sale", key, TWO);
        shop().post("sale", taken, ZERO);

        rename();

        Answer run = Provider.exchange(Provider.request(
                        "/admin/operations/" + one("select id from ~.operation where key = ?", key) + "/actions")
                .header("Authorization", "Bearer " + CommandProfile.OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"action\":\"run-as-new\",\"key\":\"" + taken + "\",\"confirm\":\""
                        + key + "\",\"reason\":\"again\"}")));
        assertThat(run.status()).isEqualTo(409);
        assertThat(run.body()).contains("urn:pawl:problem:key-taken");
        assertThat(one("select count(*) from sales where ref = ?", key)).isEqualTo("1");
    }
}

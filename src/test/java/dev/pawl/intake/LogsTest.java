package dev.pawl.intake;

import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.hex;
import static dev.pawl.intake.Provider.request;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.signed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.admin.DryRunProfile;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.LoggedLines;
import dev.pawl.support.PostgresResource;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Neither what senders write nor what is secret gets into the log. */
@QuarkusTest
@TestProfile(DryRunProfile.class)
class LogsTest {

    private static final String SECRET = "secret-for-tests-long-enough";
    private static final int LONGEST = 4_000;

    /** As it stands in JSON. */
    private static final String FORGED = "\\r\\n2026-01-01 INFO admin login ok \\u001b[31m";

    @Inject
    DatabaseState database;

    private final LoggedLines lines = LoggedLines.listening();

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @AfterEach
    void stopListening() {
        lines.close();
    }

    private static WebhookScenario event(String type, String operation, String status) {
        return signed("{\"id\":\"e" + type + "\",\"type\":\"" + type + "\",\"op\":\"" + operation + "\",\"status\":\""
                + status + "\"}");
    }

    /** Evidence: redhat-cop/babylon#3502, FreshRSS/FreshRSS#7883. */
    @Test
    void nobodyWritesLinesOfTheirOwn() {
        String large = "payment." + "x".repeat(400_000);
        for (WebhookScenario webhook : List.of(
                event("payment." + FORGED, fresh("op"), "paid"),
                event("payment.done", fresh("op") + FORGED, "paid"),
                event("payment.done", fresh("op"), FORGED),
                event(large, fresh("op"), "paid"),
                event("payment.done", large, "paid"),
                event("payment.done", fresh("op"), large))) {
            assertThat(send("POST", "/webhooks/broken", webhook).status()).isEqualTo(200);
            assertThat(send("POST", "/webhooks/broken", webhook.withSignature("admin login ok"))
                            .status())
                    .isEqualTo(401);
        }
        Provider.exchange(
                request("/webhooks/broken?%0d%0aadmin%20login%20ok%1b%5b31m=1").POST(BodyPublishers.ofString("{}")));
        Provider.exchange(request("/webhooks/%0d%0aadmin%20login%20ok%1b%5b31m").POST(BodyPublishers.ofString("{}")));

        awaitLine("refused requests to source broken");
        assertThat(lines.all()).noneMatch(line -> line.contains("admin") || line.indexOf(0x1b) >= 0);
        assertThat(lines.all()).allMatch(line -> line.length() < LONGEST || line.contains("\tat "));
    }

    private void awaitLine(String part) {
        await().untilAsserted(() -> assertThat(lines.all()).anyMatch(line -> line.contains(part)));
    }

    /** Evidence: RatLoopz/sahidawa-india#3667, airqo-platform/AirQo-api#6619. */
    @Test
    void aTokenInTheQueryIsNotLoggedWhetherItFitsOrNot() {
        String body = "{\"id\":\"e\",\"type\":\"payment.done\",\"op\":\"" + fresh("op") + "\",\"status\":\"paid\"}";
        assertThat(linked("wrong-token-4711", body)).isEqualTo(401);
        assertThat(linked(SECRET, body)).isEqualTo(200);

        awaitLine("refused requests to source linked");
        assertThat(lines.all()).noneMatch(line -> line.contains("4711") || line.contains(SECRET));
    }

    private static int linked(String token, String body) {
        return Provider.exchange(request("/webhooks/linked?token=" + token)
                        .header("Authorization", "Bearer credential-0815")
                        .header("Cookie", "session=credential-0815")
                        .POST(BodyPublishers.ofString(body)))
                .status();
    }

    /** PostgreSQL says which row it did not take, with all of its values. */
    @Test
    void anErrorOfTheDatabaseIsLoggedWithoutTheValuesItWasAbout() throws SQLException {
        String card = "4111-1111-1111-1111";
        WebhookScenario webhook = signed("{\"id\":\"e\",\"type\":\"payment.done\",\"op\":\"" + fresh("op")
                + "\",\"status\":\"paid\",\"card\":\"" + card + "\"}");
        sql("alter table ~.delivery add constraint none_of_it check (source <> 'broken') not valid");
        try {
            assertThat(send("POST", "/webhooks/broken", webhook).status()).isEqualTo(503);
        } finally {
            sql("alter table ~.delivery drop constraint none_of_it");
        }

        awaitLine("cannot be stored");
        assertThat(lines.all())
                .noneMatch(line -> line.contains(card)
                        || line.contains(hex(card.getBytes(UTF_8)))
                        || line.contains("Failing row")
                        || line.contains(webhook.signature())
                        || line.contains(SECRET));
        assertThat(send("POST", "/webhooks/broken", webhook).verdicts()).containsExactly("applied");
    }

    private static void sql(String statement) throws SQLException {
        String schema = ConfigProvider.getConfig().getValue("pawl.db.schema", String.class);
        try (Connection connection = PostgresResource.connection();
                Statement sql = connection.createStatement()) {
            sql.execute(statement.replace("~", schema));
        }
    }
}

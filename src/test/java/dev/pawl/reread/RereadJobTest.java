package dev.pawl.reread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.PostgresResource;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One running service, one file that changes under it. */
@QuarkusTest
@TestProfile(RereadJobTest.Profile.class)
class RereadJobTest {

    private static final Path FOLDER = Path.of("target/reread");
    private static final Path FILE = FOLDER.resolve("pawl.yaml");
    private static final Path SECRET = FOLDER.resolve("secret");
    private static final String FIRST = "first-secret-long-enough";
    private static final String SECOND = "second-secret-long-enough";
    private static final String TOKEN = "operator-token-for-tests-0001";

    /** What other tests have used must stay, be it retired. */
    private static final String START = file("shop") + retired("other") + retired("later");

    @Inject
    RereadJob job;

    @Inject
    DatabaseState database;

    @ConfigProperty(name = "pawl.db.schema")
    String schema;

    public static final class Profile implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            try {
                Files.createDirectories(FOLDER);
                write(SECRET, FIRST + "\n");
                write(FILE, START);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            return Map.of(
                    "pawl.config", FILE.toString(),
                    "pawl.admin.token", TOKEN,
                    "pawl.config.reread-every", "off",
                    "quarkus.http.test-port", "0",
                    "quarkus.management.test-port", "0");
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(PostgresResource.class));
        }
    }

    /** The whole file at once, as a careful editor or an orchestrator does. */
    private static void write(Path file, String text) throws IOException {
        Path beside = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String file(String sources) {
        StringBuilder text = new StringBuilder("sources:\n");
        for (String source : List.of(sources.split(" ", -1))) {
            text.append("""
                      %s:
                        verify:
                          algorithm: hmac-sha256
                          signature: { header: X-P-Signature, encoding: hex, parse: { pairs: ",", take: v1 } }
                          signed: "{sig:t}.{body}"
                          timestamp: { from: "{sig:t}", unit: seconds }
                        secrets: ["${file:target/reread/secret}"]
                        event: { id: /id, type: /type }
                        operations:
                          payment: { machine: simple, when: ["*"], key: /op, state: { value: done } }
                    """.formatted(source));
        }
        return text.toString();
    }

    private static String retired(String source) {
        return file(source).replace("sources:\n", "") + "    retired: true\n";
    }

    private static int send(String source, String secret, String key) {
        WebhookScenario webhook = WebhookScenario.valid()
                .withSecret(secret)
                .withTimestamp(Instant.now())
                .withBody("{\"id\":\"e\",\"type\":\"t\",\"op\":\"" + key + "\"}");
        return RestAssured.given()
                .header("X-P-Signature", webhook.signature())
                .body(webhook.body())
                .post("/webhooks/" + source)
                .statusCode();
    }

    private static String error() {
        return RestAssured.given()
                .header("Authorization", "Bearer " + TOKEN)
                .get("/admin/status")
                .then()
                .statusCode(200)
                .extract()
                .path("configuration.error");
    }

    @BeforeEach
    void asAtTheStart() throws IOException {
        await().until(database::ready);
        write(SECRET, FIRST);
        write(FILE, START);
        job.look();
        assertThat(error()).isNull();
    }

    @Test
    void aRotatedSecretFileIsTakenIntoUse() throws IOException {
        assertThat(send("shop", FIRST, "a")).isEqualTo(200);
        write(SECRET, SECOND);
        job.look();
        assertThat(send("shop", FIRST, "a")).isEqualTo(401);
        assertThat(send("shop", SECOND, "a")).isEqualTo(200);
    }

    @Test
    void aWrongFileLeavesTheOldOneInForceAndIsShownUntilItIsMended() throws IOException {
        write(FILE, START.replace("simple", "no-such-machine"));
        job.look();
        assertThat(error()).contains("sources.shop.operations.payment.machine");
        assertThat(send("shop", FIRST, "b")).isEqualTo(200);

        write(FILE, file("shop other") + retired("later"));
        job.look();
        assertThat(error()).isNull();
        assertThat(send("other", FIRST, "b")).isEqualTo(200);
    }

    @Test
    void aSourceThatIsAddedHasStartedThen() throws Exception {
        write(FILE, file("shop fresh") + retired("other") + retired("later"));
        job.look();

        assertThat(error()).isNull();
        assertThat(
                        PostgresResource.inSchema(
                                schema,
                                "select first_started_at > now() - interval '1 minute' from source_state where source = 'fresh'"))
                .containsExactly("t");
    }

    @Test
    void aSourceWithRowsStaysUntilItIsRetired() throws IOException {
        assertThat(send("shop", FIRST, "c")).isEqualTo(200);
        write(FILE, file("later") + retired("other"));
        job.look();
        assertThat(error()).contains("source shop", "retired");
        assertThat(send("shop", FIRST, "c")).isEqualTo(200);
        assertThat(send("later", FIRST, "c")).isEqualTo(410);

        write(FILE, file("later") + retired("other") + retired("shop"));
        job.look();
        assertThat(error()).isNull();
        assertThat(send("later", FIRST, "c")).isEqualTo(200);
        assertThat(send("shop", FIRST, "c")).isEqualTo(410);
    }

    @Test
    void anotherIdentityIsRefusedWhileRowsHaveTheOldOne() throws IOException {
        assertThat(send("shop", FIRST, "d")).isEqualTo(200);
        write(FILE, START.replace("key: /op", "key: /id"));
        job.look();
        assertThat(error()).contains("the key, account or mode of payment in source shop");

        write(FILE, START);
        job.look();
        assertThat(error()).isNull();
        write(FILE, START.replace("type: /type }", "type: /type, account: /shop }"));
        job.look();
        assertThat(error()).contains("the key, account or mode of payment in source shop");
    }
}

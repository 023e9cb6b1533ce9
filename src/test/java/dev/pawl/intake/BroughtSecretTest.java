package dev.pawl.intake;

import static dev.pawl.intake.Provider.exchange;
import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.request;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.verify.Secret;
import dev.pawl.intake.Provider.Answer;
import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.SchemaName;
import dev.pawl.secrets.SourceSecrets;
import dev.pawl.support.Parallel;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets that come with a handshake: who may bring one, what it opens, and who sees it. */
@QuarkusTest
@TestProfile(IntakeProfile.class)
class BroughtSecretTest extends FaultlessIntake {

    @Inject
    JobRuns runs;

    @Inject
    Configuration configuration;

    @Inject
    Pool pool;

    @Inject
    SchemaName schema;

    private static String event() {
        return "{\"id\":\"" + fresh("evt") + "\",\"type\":\"payment.done\",\"op\":\"" + fresh("op")
                + "\",\"status\":\"paid\"}";
    }

    private static Answer hand(String source, String secret) {
        return exchange(
                request("/webhooks/" + source).header("X-Hook-Secret", secret).POST(BodyPublishers.noBody()));
    }

    private static Answer act(String source, String action) {
        return exchange(request("/admin/sources/" + source + "/secret")
                .header("Authorization", "Bearer " + IntakeProfile.OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"action\":\"" + action + "\",\"reason\":\"a test\"}")));
    }

    private static String seen(String path) {
        return exchange(request("/admin" + path)
                        .header("Authorization", "Bearer " + IntakeProfile.OPERATOR)
                        .GET())
                .body();
    }

    private static String hint(String source) {
        return JsonPath.from(seen("/status")).getString("sources.'" + source + "'.hint");
    }

    private static String stored(String... sources) {
        return one(
                "select count(*) || ' ' || coalesce(max(source), 'nobody') from ~.source_secret where source = any (?)",
                (Object) sources);
    }

    private SourceSecrets replica() {
        return new SourceSecrets(configuration, pool, schema, database, runs);
    }

    private Source source(String name) {
        return Objects.requireNonNull(configuration.current().source(name));
    }

    private static String audited(String source, String action) {
        return one(
                "select count(*) || ' ' || max(actor) from ~.audit where subject = ? and action = ?",
                "source/" + source,
                action);
    }

    @Test
    void aPendingSourceLearnsItsSecretAndTellsItOnce() {
        String secret = "brought-secret-of-asana-01";
        WebhookScenario event = signed(event()).withSecret(secret);
        String before = footprint();
        assertThat(send("POST", "/webhooks/asana", event).status()).isEqualTo(503);
        assertThat(JsonPath.from(seen("/sources/asana")).<String>getList("secrets"))
                .isEmpty();
        assertThat(hint("asana")).contains("pending").contains("hands it over");
        assertThat(hand("asana", "too short").status()).isEqualTo(401);

        Answer handshake = hand("asana", secret);

        assertThat(handshake.status()).isEqualTo(200);
        assertThat(handshake.response().headers().firstValue("X-Hook-Secret")).hasValue(secret);
        assertThat(footprint()).isEqualTo(before);
        assertThat(one(
                        "select position(? in encode(secret, 'escape')) from ~.source_secret where source = 'asana'",
                        secret))
                .isEqualTo("0");
        assertThat(audited("asana", "secret-brought")).isEqualTo("1 source");
        assertThat(hint("asana")).isNull();

        Answer answer = send("POST", "/webhooks/asana", event);
        assertThat(answer.verdicts()).containsExactly("applied");
        assertThat(seen("/deliveries/" + answer.delivery())).contains("\"secret\":\"handshake\"");
        assertThat(seen("/sources/asana"))
                .contains("\"secrets\":[\"handshake\"]")
                .doesNotContain(secret);
        assertThat(send("POST", "/webhooks/asana", event.withSecret("another secret, long enough"))
                        .status())
                .isEqualTo(401);
        assertThat(hand("asana", secret).status()).isEqualTo(200);
        assertThat(hand("asana", "a-secret-of-a-stranger").status()).isEqualTo(401);
        assertThat(audited("asana", "secret-brought")).isEqualTo("1 source");

        Answer shown = act("asana", "show");
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.body()).contains(secret);
        assertThat(shown.response().headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(act("asana", "show").status()).isEqualTo(410);
        assertThat(audited("asana", "secret-shown")).isEqualTo("1 admin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"configured", "configured-pending"})
    void whoHasASecretTakesNoneFromAStranger(String name) {
        String strangers = "attacker-secret-0123456789";
        WebhookScenario theirs = signed(event()).withSecret(strangers);

        assertThat(hand(name, strangers).status()).isEqualTo(401);
        assertThat(stored(name)).isEqualTo("0 nobody");
        assertThat(send("POST", "/webhooks/" + name, theirs).status()).isEqualTo(401);

        // As if it had been handed over before there was a secret.
        SourceSecrets replica = replica();
        assertThat(replica.bring(Renamed.pending(source(name)), strangers)
                        .await()
                        .atMost(Duration.ofSeconds(5)))
                .isTrue();
        assertThat(stored(name)).isEqualTo("1 " + name);
        assertThat(replica.of(source(name))).extracting(Secret::name).containsExactly("secrets[0]");
        assertThat(hand(name, strangers).status()).isEqualTo(401);
        assertThat(send("POST", "/webhooks/" + name, theirs).status()).isEqualTo(401);
        assertThat(send("POST", "/webhooks/" + name, signed(event())).verdicts())
                .containsExactly("applied");
    }

    @Test
    void presetsWithASecretTakeNoneFromAStrangerEither() {
        Answer notion = exchange(request("/webhooks/notion-preset")
                .POST(BodyPublishers.ofString("{\"verification_token\":\"attacker-secret-0123456789\"}")));
        assertThat(notion.status()).isEqualTo(401);
        assertThat(hand("asana-preset", "attacker-secret-0123456789").status()).isEqualTo(401);
        assertThat(stored("notion-preset", "asana-preset")).isEqualTo("0 nobody");
    }

    @Test
    void aRenamedSourceKeepsTheSecretItWasHanded() {
        String secret = "brought-before-the-renaming";
        assertThat(replica()
                        .bring(Renamed.before(source("eu"), "asia"), secret)
                        .await()
                        .atMost(Duration.ofSeconds(5)))
                .isTrue();

        assertThat(hand("eu", "a-secret-of-a-stranger").status()).isEqualTo(401);
        WebhookScenario event = signed(event()).withSecret(secret);
        assertThat(send("POST", "/webhooks/eu", event).verdicts()).containsExactly("applied");
        assertThat(hand("eu", secret).status()).isEqualTo(200);
        assertThat(stored("eu", "asia")).isEqualTo("1 asia");

        assertThat(act("eu", "show").body()).contains(secret);
        assertThat(act("eu", "show").status()).isEqualTo(410);
        assertThat(act("eu", "forget").status()).isEqualTo(200);
        assertThat(act("eu", "forget").status()).isEqualTo(404);
        assertThat(audited("eu", "secret-shown")).isEqualTo("1 admin");
        assertThat(audited("eu", "secret-forgotten")).endsWith("admin");
        assertThat(send("POST", "/webhooks/eu", event).status()).isEqualTo(503);
    }

    @Test
    void whoHandsOneOverWhileASourceIsRenamedMeetsTheSameRow() {
        assertThat(hand("eu", "the-next-one-of-the-provider").status()).isEqualTo(200);
        assertThat(stored("eu", "asia")).isEqualTo("1 asia");
        assertThat(replica()
                        .bring(Renamed.before(source("eu"), "asia"), "another-one-to-an-older-replica")
                        .await()
                        .atMost(Duration.ofSeconds(5)))
                .isFalse();
        assertThat(act("eu", "forget").status()).isEqualTo(200);
    }

    @Test
    void ofManyWhoHandOneOverExactlyOneIsTheSource() {
        List<Integer> answers = Parallel.map(
                16, i -> hand("race", "a-secret-of-a-stranger-" + i).status());
        assertThat(answers.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(answers.stream().filter(status -> status == 401)).hasSize(15);
        int winner = answers.indexOf(200);
        assertThat(send("POST", "/webhooks/race", signed(event()).withSecret("a-secret-of-a-stranger-" + winner))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aPlantedSecretIsForgottenAndEveryReplicaFollows() {
        SourceSecrets replica = replica();
        Source source = source("planted");
        assertThat(hand("planted", "planted-by-a-stranger").status()).isEqualTo(200);
        assertThat(replica.isWaiting(source)).isTrue();
        assertThat(replica.refresh().await().atMost(Duration.ofSeconds(5))).isTrue();
        assertThat(replica.isWaiting(source)).isFalse();
        assertThat(replica.refresh().await().atMost(Duration.ofSeconds(5)))
                .as("at most once a second")
                .isFalse();

        assertThat(act("planted", "forget").status()).isEqualTo(200);
        assertThat(act("planted", "forget").status()).isEqualTo(404);
        assertThat(audited("planted", "secret-forgotten")).isEqualTo("1 admin");
        assertThat(send("POST", "/webhooks/planted", signed(event()).withSecret("planted-by-a-stranger"))
                        .status())
                .isEqualTo(503);
        assertThat(hand("planted", "the-providers-own-secret").status()).isEqualTo(200);
        await().until(() -> replica.refresh().await().atMost(Duration.ofSeconds(5)));
        assertThat(replica.of(source)).hasSize(1);
    }

    @Test
    void aSecretThatAnotherReplicaWasHandedIsFoundWhenItIsNeeded() {
        // Written as another replica would: this one is not told.
        SourceSecrets other = replica();
        Source source = source("elsewhere");
        assertThat(send("POST", "/webhooks/elsewhere", signed(event())).status())
                .isEqualTo(503);
        assertThat(other.bring(source, "brought-to-another-replica").await().atMost(Duration.ofSeconds(5)))
                .isTrue();
        WebhookScenario event = signed(event()).withSecret("brought-to-another-replica");
        await().atMost(Duration.ofSeconds(5))
                .until(() -> send("POST", "/webhooks/elsewhere", event).status() == 200);
    }

    @Test
    void aPendingSourceWithoutAHandshakeSaysWhatItNeeds() {
        assertThat(send("POST", "/webhooks/waiting", signed(event())).status()).isEqualTo(503);
        assertThat(hint("waiting")).contains("sources.waiting.secrets");
    }

    @Test
    void onlyOperatorsActOnSecrets() {
        for (String token : List.of("", "Bearer wrong-token-for-tests-0001")) {
            var request = request("/admin/sources/asana/secret").POST(BodyPublishers.ofString("{}"));
            assertThat(exchange(token.isEmpty() ? request : request.header("Authorization", token))
                            .status())
                    .isEqualTo(401);
        }
        assertThat(act("nobody", "show").status()).isEqualTo(404);
        assertThat(act("waiting", "show").status()).isEqualTo(410);
        assertThat(act("waiting", "burn").status()).isEqualTo(400);
    }
}

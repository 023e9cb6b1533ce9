package dev.pawl.intake;

import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.keys.KeyServer.Asked;
import dev.pawl.keys.KeyServer.Reply;
import dev.pawl.keys.KeysProfile;
import dev.pawl.keys.ProviderKey;
import dev.pawl.keys.SmallWorld;
import dev.pawl.support.Parallel;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Webhooks whose key only the provider has, from the request to the database, with a key server over TLS. */
@QuarkusTest
@TestProfile(KeysProfile.class)
class KeysFromOutsideTest extends FaultlessIntake {

    private static final ProviderKey K1 = ProviderKey.called("k1");
    private static final ProviderKey K2 = ProviderKey.called("k2");
    private static final ProviderKey STRANGER = ProviderKey.called("stranger");

    @Inject
    SmallWorld world;

    @Inject
    MeterRegistry registry;

    @BeforeEach
    void anew() {
        // What was kept by the test before is too old now, twice over.
        world.pass(Duration.ofHours(3));
        world.server().forget();
        world.server().answer(Reply.ok(ProviderKey.list(K1)));
    }

    private static String event(String operation) {
        return "{\"id\":\"" + fresh("evt") + "\",\"type\":\"payment.updated\",\"op\":\"" + operation
                + "\",\"status\":\"succeeded\"}";
    }

    private static Answer send(String source, ProviderKey key, String body) {
        return Provider.exchange(request("/webhooks/" + source)
                .header("Github-Public-Key-Identifier", key.id())
                .header("Github-Public-Key-Signature", key.sign(body))
                .POST(BodyPublishers.ofString(body)));
    }

    private static Answer sendNaming(String url) {
        return Provider.exchange(request("/webhooks/certs")
                .header("Cert-Url", url)
                .header("Signature", K1.sign("{}"))
                .POST(BodyPublishers.ofString("{}")));
    }

    private double refused(String source, String cause) {
        return registry.counter("pawl.intake.refused", "source", source, "cause", cause)
                .count();
    }

    @Test
    void theFirstDeliveryAsksForTheKeyAndTheNextDoNot() {
        String operation = fresh("op");
        String body = event(operation);

        assertThat(send("scanning", K1, body).verdicts()).containsExactly("applied");
        assertThat(send("scanning", K1, body).verdicts()).containsExactly("duplicate");
        assertThat(world.server().asked())
                .containsExactly(new Asked("GET", "api.keys.test", "/meta/public_keys/secret_scanning", "null", ""));
        assertThat(one("select state from ~.operation where key = ?", operation))
                .isEqualTo("succeeded");
    }

    @Test
    void aKeyNobodyKnowsIsLookedForOnceAndRefused() {
        assertThat(send("scanning", K1, event(fresh("op"))).status()).isEqualTo(200);
        world.pass(Duration.ofMinutes(1));
        String before = footprint();

        assertThat(send("scanning", STRANGER, event(fresh("op"))).status()).isEqualTo(401);
        assertThat(world.server().asked()).hasSize(2);
        for (int i = 0; i < 20; i++) {
            ProviderKey another = ProviderKey.called("stranger-" + i);
            assertThat(send("scanning", another, event(fresh("op"))).status()).isEqualTo(401);
        }
        assertThat(world.server().asked()).hasSize(2);
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void aKeyThatIsNewIsFound() {
        assertThat(send("scanning", K1, event(fresh("op"))).status()).isEqualTo(200);
        world.server().answer(Reply.ok(ProviderKey.list(K1, K2)));
        world.pass(Duration.ofMinutes(1));

        assertThat(send("scanning", K2, event(fresh("op"))).verdicts()).containsExactly("applied");
        assertThat(world.server().asked()).hasSize(2);
    }

    @Test
    void aForgeryUnderAKnownKeyIsRefusedWithoutAsking() {
        String body = event(fresh("op"));
        assertThat(send("scanning", K1, body).status()).isEqualTo(200);
        String before = footprint();

        Answer forged = Provider.exchange(request("/webhooks/scanning")
                .header("Github-Public-Key-Identifier", "k1")
                .header("Github-Public-Key-Signature", STRANGER.sign(body))
                .POST(BodyPublishers.ofString(body)));
        assertThat(forged.status()).isEqualTo(401);
        assertThat(world.server().asked()).hasSize(1);
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void whileTheKeyCannotBeHadItIs503AndNothingIsWritten() {
        world.server().answer(Reply.status(503));
        String before = footprint();
        double counted = refused("away", "key-not-obtainable");
        String body = event(fresh("op"));

        for (int i = 0; i < 10; i++) {
            Answer answer = send("away", K1, body);
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.response().headers().firstValue("Retry-After")).isPresent();
            assertThat(answer.body()).doesNotContainIgnoringCase("key");
        }
        assertThat(world.server().asked()).hasSize(1);
        assertThat(footprint()).isEqualTo(before);
        assertThat(refused("away", "key-not-obtainable")).isEqualTo(counted + 10);

        world.server().answer(Reply.ok(ProviderKey.list(K1)));
        world.pass(Duration.ofSeconds(5));
        assertThat(send("away", K1, body).verdicts()).containsExactly("applied");
    }

    @Test
    void aKeyServerThatStaysAwayIsAskedLessAndFoundWhenItIsBack() {
        world.server().answer(Reply.status(500));
        String body = event(fresh("op"));
        for (int i = 0; i < 12; i++) {
            assertThat(send("away", K1, body).status()).isEqualTo(503);
            world.pass(Duration.ofMinutes(1));
        }
        // After a few failures the circuit is open, whatever the cache says; it opens for real seconds, so not for
        // ever.
        assertThat(world.server().asked()).hasSizeBetween(4, 8);

        world.server().answer(Reply.ok(ProviderKey.list(K1)));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(send("away", K1, body).status()).isEqualTo(200));
    }

    @Test
    void theKeysHadBeforeCarryOnForAsLongAgain() {
        assertThat(send("scanning", K1, event(fresh("op"))).status()).isEqualTo(200);
        world.server().answer(Reply.status(502));
        world.pass(Duration.ofMinutes(61));

        assertThat(send("scanning", K1, event(fresh("op"))).verdicts()).containsExactly("applied");
        world.pass(Duration.ofMinutes(60));
        assertThat(send("scanning", K1, event(fresh("op"))).status()).isEqualTo(503);
    }

    @Test
    void tryingOutVerifiesLikeTheRealThing() {
        String body = event(fresh("op"));
        assertThat(tryOut(K1, body)).contains("\"verified\":true", "\"verdict\":\"applied\"");
        world.pass(Duration.ofHours(3));
        world.server().answer(Reply.status(503));
        assertThat(tryOut(K1, body)).contains("\"verified\":false", "\"refused\":\"key-not-obtainable\"");
    }

    private static String tryOut(ProviderKey key, String body) {
        String request = "{\"source\":\"scanning\",\"headers\":{\"Github-Public-Key-Identifier\":\"" + key.id()
                + "\",\"Github-Public-Key-Signature\":\"" + key.sign(body) + "\"},\"body\":\""
                + body.replace("\"", "\\\"") + "\"}";
        return Provider.exchange(request("/admin/dry-run")
                        .header("Authorization", "Bearer " + KeysProfile.OPERATOR)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(request)))
                .body();
    }

    @Test
    void manyAtOnceAskOnce() {
        List<Integer> answers =
                Parallel.map(30, i -> send("scanning", K1, event(fresh("op"))).status());

        assertThat(answers).containsOnly(200);
        assertThat(world.server().asked()).hasSize(1);
    }

    /** Evidence: novuhq/novu#11223, usesend/useSend#444, penpot/penpot#11092, robbiet480/go.sns#2. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data.pem",
                "https://169.254.169.254/latest/meta-data.pem",
                "http://sns.eu-west-1.amazonaws.com/a.pem",
                "https://sns.eu-west-1.amazonaws.com.evil.test/a.pem",
                "https://evil.test/sns.eu-west-1.amazonaws.com/a.pem",
                "https://evil.test?sns.eu-west-1.amazonaws.com/a.pem",
                "https://x@sns.eu-west-1.amazonaws.com/a.pem",
                "https://sns.eu-west-1.amazonaws.com@evil.test/a.pem",
                "https://sns.eu-west-1.amazonaws.com:8443/a.pem",
                "https://sns.eu-west-1.amazonaws.com/a.txt",
                "https://[::ffff:127.0.0.1]/a.pem",
                "https://[::ffff:a9fe:a9fe]/a.pem",
                "https://127.0.0.1/a.pem",
                "https://2130706433/a.pem",
                "https://localhost/a.pem",
                "file:///etc/ssl/a.pem",
                "a.pem"
            })
    void nobodyIsConnectedToForAnAddressThatIsNotTheProviders(String url) {
        List<String> lookups = world.lookups();
        String before = footprint();

        assertThat(sendNaming(url).status()).isEqualTo(401);
        assertThat(world.lookups()).isEqualTo(lookups);
        assertThat(world.trap().caught()).isZero();
        assertThat(world.server().asked()).isEmpty();
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void aStrangerWhoMakesUpAddressesDoesNotMakeUsHammerTheProvider() {
        world.server().answer(Reply.status(404));
        String before = footprint();
        for (int i = 0; i < 100; i++) {
            assertThat(sendNaming("https://sns.eu-west-1.amazonaws.com/" + i + ".pem")
                            .status())
                    .isEqualTo(503);
        }
        assertThat(world.server().asked()).hasSizeBetween(1, 60);
        assertThat(footprint()).isEqualTo(before);

        world.server().answer(Reply.ok(ProviderKey.list(K1)));
        assertThat(send("scanning", K1, event(fresh("op"))).verdicts()).containsExactly("applied");
    }
}

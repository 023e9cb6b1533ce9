package dev.pawl.intake;

import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.SignedOnce;
import dev.pawl.support.Parallel;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider that signs a time and a token instead of the body: who has seen one request could make up others. */
@QuarkusTest
@TestProfile(IntakeProfile.class)
class SignedOnceTest extends FaultlessIntake {

    @Inject
    Configuration configuration;

    @Inject
    SignedOnce signedOnce;

    private static String event(String operation) {
        return "{\"id\":\"e\",\"type\":\"payment.done\",\"op\":\"" + operation + "\",\"status\":\"paid\"}";
    }

    /** The signature is over time and token: that of a body which is the token. */
    private static WebhookScenario request(String token, String body) {
        return WebhookScenario.valid()
                .withSecret("secret-for-tests-long-enough")
                .withTimestamp(Instant.now())
                .withBody(token)
                .withHeader("X-P-Token", token)
                .withTamperedBody(body.getBytes(UTF_8));
    }

    private static Answer to(WebhookScenario request) {
        return send("POST", "/webhooks/token", request);
    }

    @Test
    void aTokenIsGoodForOneBodyHoweverOftenThatComes() {
        String operation = fresh("op");
        WebhookScenario request = request(fresh("token"), event(operation));
        assertThat(to(request).verdicts()).containsExactly("applied");
        assertThat(to(request).verdicts()).containsExactly("duplicate");
    }

    @Test
    void withAnotherBodyItIsRefusedLeavesNothingAndIsCounted() {
        String token = fresh("token");
        assertThat(to(request(token, event(fresh("op")))).status()).isEqualTo(200);
        String before = footprint();

        assertThat(to(request(token, event(fresh("op")))).status()).isEqualTo(401);

        assertThat(footprint()).isEqualTo(before);
        await().until(() -> one("select coalesce(sum(n), 0) from ~.counter where source = 'token' and kind = 'refused'"
                        + " and name = 'signature-reused'")
                .equals("1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"once-first", "once-later", "once-now"})
    void aTokenThatWasUsedUnderAnotherNameStaysUsed(String name) {
        Source source = Objects.requireNonNull(configuration.current().source("once-now"));
        String token = fresh("token");
        String body = event(fresh("op"));
        assertThat(signedOnce
                        .use(Renamed.before(source, name), token, body.getBytes(UTF_8))
                        .await()
                        .atMost(Duration.ofSeconds(5)))
                .isTrue();

        assertThat(send("POST", "/webhooks/once-now", request(token, event(fresh("op"))))
                        .status())
                .isEqualTo(401);
        assertThat(send("POST", "/webhooks/once-now", request(token, body)).verdicts())
                .containsExactly("applied");
    }

    @Test
    void ofManyBodiesAtOnceOneWins() {
        String token = fresh("token");
        List<Integer> answers =
                Parallel.map(50, n -> to(request(token, event(fresh("op")))).status());
        assertThat(answers).containsOnly(200, 401).containsOnlyOnce(200);
    }
}

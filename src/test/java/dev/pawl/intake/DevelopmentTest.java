package dev.pawl.intake;

import static dev.pawl.intake.Provider.event;
import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.signed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.support.WebhookScenario;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Development mode makes a start easier, and nobody's requests. Evidence: n8n-io/n8n#25011, juspay/hyperswitch#9749. */
@QuarkusTest
@TestProfile(DevelopmentProfile.class)
class DevelopmentTest extends FaultlessIntake {

    @Test
    void requestsAreVerifiedAsInProduction() {
        assertThat(ConfigUtils.getProfiles()).containsExactly("dev");
        WebhookScenario genuine = signed(event(fresh("op"), "succeeded", ""));
        String before = footprint();

        List<Answer> answers = List.of(
                Provider.exchange(Provider.request("/webhooks/p").POST(BodyPublishers.ofByteArray(genuine.body()))),
                send(genuine.withSecret("another secret, long enough")),
                send(genuine.withSecret("secret-for-tests-long-enough-not")),
                send(genuine.withTamperedBody("{}".getBytes(UTF_8))),
                send(genuine.withTimestamp(Instant.now().minus(Duration.ofHours(1)))),
                send(genuine.withSignature("")));

        assertThat(answers).extracting(Answer::status).containsOnly(401);
        assertThat(answers).extracting(Answer::body).containsOnly(answers.get(0).body());
        assertThat(footprint()).isEqualTo(before);
        assertThat(send(genuine).verdicts()).containsExactly("applied");
    }

    @Test
    void peopleAreAskedWhoTheyAre() {
        assertThat(Provider.exchange(Provider.request("/admin/status").GET()).status())
                .isEqualTo(401);
    }
}

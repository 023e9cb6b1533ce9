package dev.pawl.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.admission.Refusal;
import dev.pawl.config.Configuration;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@QuarkusTest
@TestProfile(IntakeProfile.class)
class AnswersTest {

    @Inject
    Configuration configuration;

    @Inject
    DatabaseState database;

    /** A dry run foretells it without making the answer. */
    @ParameterizedTest
    @EnumSource
    void aRefusalIsAnsweredWithTheStatusItNames(Refusal refusal) {
        assertThat(Answers.refused(
                                Objects.requireNonNull(configuration.current().source("json")), refusal)
                        .getStatus())
                .isEqualTo(refusal.status());
    }

    @Test
    void whatASourceOutOfServiceIsSentIsCounted() {
        await().until(database::ready);
        long before = Provider.refused("over", "retired");
        WebhookScenario webhook = Provider.signed("{}").withHeader("X-Token", "secret-for-tests-long-enough");

        assertThat(Provider.send("POST", "/webhooks/over", webhook).status()).isEqualTo(410);
        assertThat(Provider.send("GET", "/webhooks/over", webhook).status()).isEqualTo(410);

        await().until(() -> Provider.refused("over", "retired") == before + 2);
    }
}

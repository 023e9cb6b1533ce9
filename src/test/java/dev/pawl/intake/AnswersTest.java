package dev.pawl.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.admission.Refusal;
import dev.pawl.config.Configuration;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@QuarkusTest
@TestProfile(IntakeProfile.class)
class AnswersTest {

    @Inject
    Configuration configuration;

    /** A dry run foretells it without making the answer. */
    @ParameterizedTest
    @EnumSource
    void aRefusalIsAnsweredWithTheStatusItNames(Refusal refusal) {
        assertThat(Answers.refused(
                                Objects.requireNonNull(configuration.current().source("json")), refusal)
                        .getStatus())
                .isEqualTo(refusal.status());
    }
}

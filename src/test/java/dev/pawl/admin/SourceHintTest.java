package dev.pawl.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.Source;
import dev.pawl.support.Catalogs;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a proof leaves open is told. Evidence: PostHog/posthog#77489. */
class SourceHintTest {

    private static final String SIGNED = "algorithm: hmac-sha256, signature: { header: X-S, encoding: hex }";
    private static final String BODY = "{ " + SIGNED + ", signed: \"{body}\" }";
    private static final String FIELDS = "{ " + SIGNED + ", signed: \"{json:/id}\", covers: fields }";
    private static final String NONE = "{ " + SIGNED + ", signed: \"{header:X-T}\", covers: none }";
    private static final String TOKEN = "{ algorithm: token, signature: { header: X-S } }";

    private static Source source(String verify, String more) {
        return Objects.requireNonNull(Catalogs.of("""
                sources:
                  p:
                    verify: VERIFY
                    secrets: ["0123456789abcdef-secret"]
                    event: { id: /id, type: /type }
                    operations:
                      payment:
                        machine: payment
                        when: ["payment.*"]
                        key: /op
                        state: { at: /status, map: { open: pending, paid: succeeded } }
                MORE
                """.replace("VERIFY", verify).replace("MORE", more.indent(4)))
                .source("p"));
    }

    @ParameterizedTest
    @CsvSource({"body", "fields", "none", "token"})
    void whatIsCoveredDecidesWhetherSomethingMustBeConfirmed(String kind) {
        Source source = source(
                switch (kind) {
                    case "body" -> BODY;
                    case "fields" -> FIELDS;
                    case "none" -> NONE;
                    default -> TOKEN;
                },
                "");
        assertThat(source.verifier().covers().word()).isEqualTo(kind.equals("token") ? "none" : kind);
        String confirm = SourceHint.confirm(source);
        if (kind.equals("body")) {
            assertThat(confirm).isNull();
        } else {
            assertThat(confirm).contains("confirmed by the provider's status API", "see sources.p.status");
        }
    }

    @Test
    void theWeakestOfSeveralRecipesCounts() {
        Source source = source("[" + BODY + ", " + NONE + ", " + FIELDS + "]", "");
        assertThat(source.verifier().covers().word()).isEqualTo("none");
        assertThat(SourceHint.confirm(source)).contains("says nothing about the body");
    }

    @Test
    void whereTheProviderIsAskedThatIsTold() {
        Source source = source(NONE, """
                status:
                  request: { url: "https://p.example/{key}", headers: { Authorization: "Bearer {token}" } }
                  token: token-for-tests
                  state: { at: /status, map: { paid: succeeded } }
                """);
        assertThat(SourceHint.confirm(source)).contains("asked about payment: action reconcile");
    }
}

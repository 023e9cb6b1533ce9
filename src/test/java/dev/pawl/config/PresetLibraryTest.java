package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class PresetLibraryTest {

    @Test
    void sourceMayOverrideAnySingleKey() {
        Source source = Objects.requireNonNull(stripe("""
                limit: 2MiB
                verify: { timestamp: { tolerance: 10m } }
                operations: { payment: { state: { map: { payment_intent.requires_action: processing } } } }
                """).catalog().source("s"));

        assertThat(source.preset()).isEqualTo("stripe");
        assertThat(source.limit()).isEqualTo(2 << 20);
        assertThat(source.operationTypes())
                .extracting(Source.OperationType::type)
                .containsExactly("payment", "refund", "dispute", "payout", "subscription", "invoice", "checkout");
    }

    @Test
    void overriddenPartIsCheckedLikeAnyOther() {
        assertThat(stripe("""
                verify: { timestamp: { tolerence: 10m } }
                operations: { payment: { state: { map: { payment_intent.requires_action: proccessing } } } }
                """).mistakes())
                .containsExactlyInAnyOrder(
                        "sources.s.verify.timestamp.tolerence: is not a known key (hint: did you mean tolerance?)",
                        "sources.s.operations.payment.state.map.payment_intent.requires_action: is proccessing,"
                                + " but machine payment has no such state (hint: did you mean processing?)");
    }

    @Test
    void listsReplaceAndNullTakesAway() {
        Source source = Objects.requireNonNull(stripe("""
                operations: { refund: { when: [refund.created] }, dispute: ~, payout: ~, subscription: ~, invoice: ~, checkout: ~ }
                """).catalog().source("s"));

        assertThat(source.operationTypes())
                .extracting(Source.OperationType::type, type -> type.when().size())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("payment", 1),
                        org.assertj.core.groups.Tuple.tuple("refund", 1));
    }

    @Test
    void otherShapeReplacesThePresetsShape() {
        assertThat(stripe("""
                operations: { refund: { state: { value: succeeded } } }
                """).mistakes()).isEmpty();
        assertThat(stripe("""
                verify: { signature: { parse: { prefix: "v1=" } }, signed: "{body}", timestamp: ~ }
                """).mistakes()).isEmpty();
    }

    @Test
    void verificationOfAPresetCannotBeTakenAway() {
        assertThat(stripe("verify: ~\n").paths()).containsExactly("sources.s.verify");
    }

    @Test
    void standardWebhooksNeedsNoOperations() {
        assertThat(ConfigFile.of(
                                "sources: { s: { preset: standard-webhooks, secrets: [\"whsec_MDEyMzQ1Njc4OWFiY2RlZg==\"] } }")
                        .mistakes())
                .isEmpty();
    }

    private static ConfigFile stripe(String own) {
        return ConfigFile.of(
                "sources:\n  s:\n    preset: stripe\n    mode: live\n    secrets: [\"whsec_0123456789abcdef\"]\n"
                        + own.indent(4));
    }
}

package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Money of a test is none: what a provider marks as a test never moves a live operation, and the other way round. */
class PresetModesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tpay     | test_mode=0 | test_mode=1",
                "tpay-md5 | test_mode=0 | test_mode=1",
                "shopify  | \"test\":false | \"test\":true",
                "mollie   | \"mode\":\"live\" | \"mode\":\"test\"",
                "stripe   | \"livemode\":true | \"livemode\":false"
            })
    void aTestIsNoLiveEvent(String preset, String live, String test) {
        String body = sample(preset);
        assertThat(body).contains(live);

        assertThat(outcome(preset, "live", body)).isEqualTo("asserted");
        assertThat(outcome(preset, "test", body)).isEqualTo("ignored/mode");
        assertThat(outcome(preset, "live", body.replace(live, test))).isEqualTo("ignored/mode");
        assertThat(outcome(preset, "test", body.replace(live, test))).isEqualTo("asserted");
    }

    @ParameterizedTest
    @CsvSource({"false, live", "true, test"})
    void whatTriesAWiseSubscriptionOutIsATest(String mark, String mode) {
        Map<String, List<String>> marked = Map.of("X-Test-Notification", List.of(mark));

        assertThat(outcome("wise", mode, marked, sample("wise"))).isEqualTo("asserted");
        assertThat(outcome("wise", mode.equals("live") ? "test" : "live", marked, sample("wise")))
                .isEqualTo("ignored/mode");
    }

    /** Shopify marks a refund's transaction, and disputes not at all; Mollie's simple payload has no entity. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "shopify | live | refunds/create  | {\"id\":1,\"order_id\":2,\"transactions\":[{\"status\":\"success\",\"test\":true}]} | ignored/mode",
                "shopify | live | refunds/create  | {\"id\":1,\"order_id\":2,\"transactions\":[{\"status\":\"success\",\"test\":false}]} | asserted",
                "shopify | live | disputes/create | {\"id\":1,\"order_id\":2,\"status\":\"won\"} | asserted",
                "shopify | test | disputes/create | {\"id\":1,\"order_id\":2,\"status\":\"won\"} | ignored/mode",
                "mollie  | live | -               | {\"id\":\"event_1\",\"type\":\"payment-link.paid\",\"entityId\":\"pl_1\"} | asserted",
                "mollie  | test | -               | {\"id\":\"event_1\",\"type\":\"payment-link.paid\",\"entityId\":\"pl_1\"} | asserted",
                "mollie  | any  | -               | {\"id\":\"event_1\",\"type\":\"payment-link.paid\",\"entityId\":\"pl_1\"} | asserted"
            })
    void whatDoesNotSayIsTakenAsThePresetKnows(String preset, String mode, String topic, String body, String outcome) {
        assertThat(outcome(preset, mode, Map.of("X-Shopify-Topic", List.of(topic)), body))
                .isEqualTo(outcome);
    }

    private static String sample(String preset) {
        return new String(PresetSource.of(preset).plain().body(), StandardCharsets.UTF_8);
    }

    private static String outcome(String preset, String mode, String body) {
        return outcome(preset, mode, PresetSource.of(preset).plain().headers(), body);
    }

    private static String outcome(String preset, String mode, Map<String, List<String>> headers, String body) {
        return PresetSource.of(preset, mode).outcome(headers, body);
    }
}

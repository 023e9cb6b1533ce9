package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A state's word that rides in the event type: a new one is kept as invalid, to be mapped, and not passed over. */
class UnlistedWordsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"RecordType\":\"Bounce\",\"Type\":\"HardBounce\"     | asserted",
                "\"RecordType\":\"Bounce\",\"Type\":\"AutoResponder\"  | asserted",
                "\"RecordType\":\"Bounce\",\"Type\":\"MailboxOnFire\"  | invalid/state",
                "\"RecordType\":\"Bounce\",\"Type\":null               | invalid/state",
                "\"RecordType\":\"Bounce\"                             | invalid/state",
                "\"RecordType\":\"SubscriptionChange\"                 | ignored/type"
            })
    void postmarksBounces(String words, String outcome) {
        assertThat(PresetSource.of("postmark")
                        .outcome(Map.of(), "{\"MessageID\":\"m\",\"Email\":\"a@example.net\"," + words + "}"))
                .isEqualTo(outcome);
    }

    /** Families that are told by the event type: what is mapped, what is new, what is about something else. */
    @ParameterizedTest
    @CsvSource({
        "gocardless,   payments.confirmed,                              asserted",
        "gocardless,   payments.settled_anew,                           invalid/state",
        "gocardless,   payments.charged_back,                           asserted",
        "gocardless,   payments.chargeback_reopened,                    invalid/state",
        "gocardless,   payments.surcharge_fee_debited,                  ignored/type",
        "gocardless,   mandates.suspended_by_bank,                      invalid/state",
        "gocardless,   mandates.replaced,                               ignored/type",
        "gocardless,   creditors.updated,                               ignored/type",
        "checkout-com, payment_captured,                                asserted",
        "checkout-com, payment_settled,                                 invalid/state",
        "checkout-com, payment_refunded,                                asserted",
        "checkout-com, payment_refund_reversed,                         invalid/state",
        "checkout-com, payment_void_declined,                           ignored/type",
        "checkout-com, dispute_arbitration_lost,                        invalid/state",
        "checkout-com, card_verified,                                   ignored/type",
        "paypal,       PAYMENT.CAPTURE.COMPLETED,                       asserted",
        "paypal,       PAYMENT.CAPTURE.SETTLED,                         invalid/state",
        "paypal,       PAYMENT.CAPTURE.REFUNDED,                        asserted",
        "paypal,       PAYMENT.REFUND.REVERSED,                         invalid/state",
        "paypal,       PAYMENT.SALE.REVERSED,                           ignored/type",
        "paypal,       CUSTOMER.DISPUTE.UPDATED,                        ignored/type",
        "paypal,       CUSTOMER.DISPUTE.ESCALATED,                      invalid/state",
        "paypal,       VAULT.PAYMENT-TOKEN.CREATED,                     ignored/type",
        "razorpay,     payment.settled,                                 invalid/state",
        "razorpay,     payment.downtime.started,                        ignored/type",
        "stripe,       payment_intent.settled,                          invalid/state"
    })
    void familiesOfEventTypes(String preset, String type, String outcome) {
        assertThat(outcomeOf(preset, type)).isEqualTo(outcome);
    }

    /** Not more than a type, a time and every id that one of these presets makes a key of. */
    private static String outcomeOf(String preset, String type) {
        String[] parts = type.split("\\.", 2);
        String body = switch (preset) {
            case "gocardless" ->
                "{\"events\":[{\"id\":\"EV1\",\"created_at\":\"2024-08-04T21:12:44.618Z\",\"resource_type\":\""
                        + parts[0] + "\",\"action\":\"" + parts[1]
                        + "\",\"links\":{\"payment\":\"PM1\",\"mandate\":\"MD1\"}}]}";
            case "checkout-com" ->
                "{\"id\":\"evt_1\",\"type\":\"" + type + "\",\"created_on\":\"2024-08-04T21:12:44.618Z\",\"data\":{"
                        + "\"id\":\"pay_1\",\"action_id\":\"act_1\"}}";
            case "paypal" ->
                "{\"id\":\"WH-1\",\"event_type\":\"" + type
                        + "\",\"create_time\":\"2024-08-04T21:12:44.618Z\",\"resource\":{\"id\":\"R1\",\"dispute_id\":\"D1\"}}";
            case "razorpay" ->
                "{\"event\":\"" + type
                        + "\",\"created_at\":1722805964,\"payload\":{\"payment\":{\"entity\":{\"id\":\"pay_1\"}}}}";
            default ->
                "{\"id\":\"evt_1\",\"type\":\"" + type
                        + "\",\"created\":1722805964,\"livemode\":false,\"data\":{\"object\":{\"id\":\"pi_1\"}}}";
        };
        return PresetSource.of(preset).outcome(Map.of(), body);
    }

    /** Adyen says with the type whether it succeeded, and true is the only word of a dispute. */
    @ParameterizedTest
    @CsvSource({"true, asserted", "false, invalid/state"})
    void adyensDisputes(String success, String outcome) {
        assertThat(PresetSource.of("adyen")
                        .outcome(
                                Map.of(),
                                "{\"live\":\"false\",\"notificationItems\":[{\"NotificationRequestItem\":{"
                                        + "\"eventCode\":\"CHARGEBACK\",\"success\":\"" + success
                                        + "\",\"pspReference\":\"P1\",\"eventDate\":\"2024-08-04T23:12:44+02:00\","
                                        + "\"merchantAccountCode\":\"M\"}}]}"))
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "orders/create | \"paid\"    | asserted",
                "orders/create | \"settled\" | invalid/state",
                "orders/create | null        | invalid/state",
                "orders/updated | null       | invalid/state",
                "orders/delete | null        | ignored/type",
                "carts/update  | null        | ignored/type"
            })
    void shopifysOrders(String topic, String word, String outcome) {
        assertThat(PresetSource.of("shopify")
                        .outcome(
                                Map.of("X-Shopify-Topic", List.of(topic)),
                                "{\"id\":1,\"test\":false,\"updated_at\":\"2024-08-04T23:12:44+02:00\",\"financial_status\":"
                                        + word + "}"))
                .isEqualTo(outcome);
    }
}

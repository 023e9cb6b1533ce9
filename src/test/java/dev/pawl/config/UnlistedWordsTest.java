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

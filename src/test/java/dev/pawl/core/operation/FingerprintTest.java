package dev.pawl.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FingerprintTest {

    private static final Fingerprint TEN_EUROS = Fingerprint.of(Map.of("amount", "1000", "currency", "\"EUR\""));

    @Test
    void onlyFieldsBothHaveAreCompared() {
        Fingerprint customer = Fingerprint.of(Map.of("customer", "\"c1\"", "currency", "\"EUR\""));
        assertThat(TEN_EUROS.conflictsWith(customer)).isEmpty();
        assertThat(TEN_EUROS.conflictsWith(Fingerprint.NONE)).isEmpty();
        assertThat(Fingerprint.NONE.conflictsWith(TEN_EUROS)).isEmpty();
    }

    @Test
    void everyDifferingFieldIsNamedFromEitherSide() {
        Fingerprint other = Fingerprint.of(Map.of("amount", "1500", "currency", "\"USD\"", "customer", "\"c1\""));
        assertThat(TEN_EUROS.conflictsWith(other)).containsExactly("amount", "currency");
        assertThat(other.conflictsWith(TEN_EUROS)).containsExactly("amount", "currency");
    }

    private static boolean conflict(String name, String one, String other) {
        Fingerprint first = Fingerprint.of(Map.of(name, one));
        Fingerprint second = Fingerprint.of(Map.of(name, other));
        boolean conflict = !first.conflictsWith(second).isEmpty();
        assertThat(second.conflictsWith(first).isEmpty()).isEqualTo(!conflict);
        return conflict;
    }

    /** Evidence: medusajs/medusa#12789, Mastercard-Gateway/woocommerce-simplify-payment-gateway-plugin#40. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "amount, \"10\", \"10.0\"",
                "amount, \"10\", \"10.000\"",
                "amount, \"599.80\", \"599.8\"",
                "amount, \"599.80\", 599.8",
                "amount, \"1000\", 1000",
                "amount, \"-0.0\", 0",
                "OutSum, \"100.000000\", \"100.00\"",
                "transaction_amount, \"5.5\", 5.50",
                "sale_gross, \"5.5\", \"5.50\"",
                "value, \"49.90\", 49.9",
                "orderId, \"4711\", 4711",
                "rate, 7.10, 7.1",
                "currency, \"eur\", \"EUR\"",
                "payment_currency, \"Eur\", \"eUR\"",
                "currencyCode, \"jpy\", \"JPY\""
            })
    void oneValueWrittenInTwoWaysIsNoConflict(String name, String one, String other) {
        assertThat(conflict(name, one, other)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "amount, \"10\", \"10.01\"",
                "amount, \"98.9009\", \"9890\"",
                "amount, 9007199254740993, \"9007199254740992\"",
                "amount, \"10\", \"-10\"",
                "amount, \"1000\", \"1e3\"",
                "amount, \"1000\", \" 1000\"",
                "order, \"007\", \"7\"",
                "OrderId, \"2024.10\", \"2024.1\"",
                "order, \"7.10\", \"7.1\"",
                "order, \"7.10\", 7.1",
                "order, \"7.0\", \"7\"",
                "network, \"7.10\", \"7.1\"",
                "feedback, \"7.10\", \"7.1\"",
                "order, \"abc\", \"ABC\"",
                "currency, \"eur\", \"usd\"",
                "currency, \"euro\", \"EURO\"",
                "paid, true, \"true\"",
                "amount, [10], [\"10.0\"]"
            })
    void anotherValueIsAConflict(String name, String one, String other) {
        assertThat(conflict(name, one, other)).isTrue();
    }

    @Test
    void extendingAddsAndNeverReplaces() {
        Fingerprint more = Fingerprint.of(Map.of("amount", "1500", "customer", "\"c1\""));
        assertThat(TEN_EUROS.extendedBy(more).fields())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("amount", "1000", "currency", "\"EUR\"", "customer", "\"c1\""));
        assertThat(TEN_EUROS.extendedBy(Fingerprint.NONE)).isEqualTo(TEN_EUROS);
    }

    @Test
    void doesNotChangeWithTheMapItWasMadeFrom() {
        Map<String, String> fields = new HashMap<>(Map.of("amount", "1000"));
        Fingerprint fingerprint = Fingerprint.of(fields);
        fields.put("amount", "1");
        assertThat(fingerprint.fields()).containsEntry("amount", "1000");
    }
}

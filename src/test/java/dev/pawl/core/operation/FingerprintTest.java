package dev.pawl.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

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

    @Test
    void aNumberAndATextAreNotTheSame() {
        assertThat(TEN_EUROS.conflictsWith(Fingerprint.of(Map.of("amount", "\"1000\""))))
                .containsExactly("amount");
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

package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Verification;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Signatures over some fields of an item, as Adyen makes them. The signatures were computed with Python's {@code hmac} over the
 * joined text, with the key given here; no code of Pawl's or of Adyen's had a part in them.
 */
class FieldSignaturesTest {

    private static final String KEY = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";

    /** Over {@code p1::Shop:o:4\2:1130:EUR:AUTHORISATION:true}. */
    private static final String ODD = "Dzl9wTDqGQmv2YdVWXzeRVbgtl7jr5s9M0ObTID/LnQ=";

    /** The same with colon and backslash escaped, as a page of the documentation once said. */
    private static final String ESCAPED = "HSEAwxXuDTMbHvvTTCwhIX9ttILa1E4MIPO9VJ1G4yw=";

    /** Over {@code p1::Shop::1130:EUR:AUTHORISATION:true}. */
    private static final String NO_REFERENCE = "5RhWAWWopS4g7s8rVRl831zrvZMgsJZq8LLTmrq884s=";

    /** Over {@code p1::Shop::::AUTHORISATION:true}. */
    private static final String NO_AMOUNT = "1DomBuxW4ZGIPoecYRxt7w4OHH++W/MKeERbICT5d1o=";

    /** Over {@code p1::Shop:Größe:1130:EUR:AUTHORISATION:true}. */
    private static final String UMLAUT = "RVXGObjZZCCdSx5taMxsekOoqkWj2EJVToH22yGUrfA=";

    private static final String ODD_REFERENCE = "\"merchantReference\":\"o:4\\\\2\",";
    private static final String AMOUNT = "\"amount\":{\"currency\":\"EUR\",\"value\":1130},";

    private static String verdict(String signature, String fields) {
        String body = "{\"live\":\"false\",\"notificationItems\":[{\"NotificationRequestItem\":{" + signature + fields
                + "\"pspReference\":\"p1\",\"eventCode\":\"AUTHORISATION\",\"merchantAccountCode\":\"Shop\","
                + "\"success\":\"true\"}}]}";
        byte[] bytes = body.getBytes(UTF_8);
        Verification verification = PresetScheme.of("adyen", "https://hooks.example", Map.of())
                .verify(new InboundRequest("POST", "/webhooks/s", Map.of(), bytes), List.of(KEY), Instant.EPOCH);
        if (verification instanceof Verification.Verified verified) {
            assertThat(verified.request().request().body())
                    .as("looked at, not changed")
                    .isEqualTo(body.getBytes(UTF_8));
        }
        return String.valueOf(verification.<String>fold(
                verified -> "verified", refused -> refused.reason().word(), needed -> "key needed"));
    }

    private static String with(String signature) {
        return "\"additionalData\":{\"hmacSignature\":\"" + signature + "\"},";
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            "merchantReference":"o:4\\\\2",         | Dzl9wTDqGQmv2YdVWXzeRVbgtl7jr5s9M0ObTID/LnQ=
            "merchantReference":"\\u006f:4\\u005c2", | Dzl9wTDqGQmv2YdVWXzeRVbgtl7jr5s9M0ObTID/LnQ=
            "merchantReference":"Größe",            | RVXGObjZZCCdSx5taMxsekOoqkWj2EJVToH22yGUrfA=
            "merchantReference":"",                 | 5RhWAWWopS4g7s8rVRl831zrvZMgsJZq8LLTmrq884s=
            "merchantReference":null,               | 5RhWAWWopS4g7s8rVRl831zrvZMgsJZq8LLTmrq884s=
            ``                                      | 5RhWAWWopS4g7s8rVRl831zrvZMgsJZq8LLTmrq884s=
            "originalReference":"","merchantReference":"o:4\\\\2", | Dzl9wTDqGQmv2YdVWXzeRVbgtl7jr5s9M0ObTID/LnQ=
            """)
    void valuesAreJoinedAsTheyAreAndWhatIsNotThereIsEmpty(String reference, String signature) {
        assertThat(verdict(with(signature), AMOUNT + reference)).isEqualTo("verified");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1130", "\"1130\""})
    void aNumberIsItsText(String value) {
        assertThat(verdict(with(ODD), ODD_REFERENCE + AMOUNT.replace("1130", value)))
                .isEqualTo("verified");
        assertThat(verdict(with(NO_AMOUNT), "")).isEqualTo("verified");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1130.0", "1.13e3", "01130", "\" 1130\"", "[1130]", "true", "null"})
    void anotherTextOfTheSameNumberIsNotSigned(String value) {
        assertThat(verdict(with(ODD), ODD_REFERENCE + AMOUNT.replace("1130", value)))
                .isNotEqualTo("verified");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"additionalData\":{},", "\"additionalData\":{\"hmacSignature\":\"\"},"})
    void anItemWithoutSignatureIsRefusedWhateverItsKind(String signature) {
        assertThat(verdict(signature, ODD_REFERENCE + AMOUNT)).isNotEqualTo("verified");
    }

    @ParameterizedTest
    @ValueSource(strings = {ESCAPED, NO_REFERENCE, UMLAUT, NO_AMOUNT})
    void aSignatureOverOtherValuesDoesNotFit(String signature) {
        assertThat(verdict(with(signature), ODD_REFERENCE + AMOUNT)).isEqualTo("signature-wrong");
    }
}

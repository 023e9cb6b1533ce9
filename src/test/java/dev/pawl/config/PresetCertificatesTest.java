package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.ProviderKeys;
import dev.pawl.core.verify.PublicKeyAlgorithm;
import dev.pawl.core.verify.TrustedKey;
import dev.pawl.core.verify.Verification;
import dev.pawl.core.verify.Verification.Reason;
import dev.pawl.core.verify.Verification.Refused;
import dev.pawl.core.verify.Verification.Verified;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** A preset whose provider is known by a certificate, and whose signature is over a checksum: for how much it counts. */
final class PresetCertificatesTest {

    private static final String ADDRESS = "https://hooks.example";
    private static final Instant NOW = Instant.parse("2024-08-04T21:12:50Z");
    /** The last second of the certificates that {@link ProviderKeys} makes. */
    private static final Instant END = Instant.parse("2049-12-31T23:59:59Z");

    private static final byte[] CERTIFICATE = ProviderKeys.get()
            .certificate(TrustedKey.Kind.RSA, "messageverificationcerts.paypal.com")
            .getBytes(UTF_8);

    private static InboundRequest request(String body, Map<String, List<String>> headers) {
        return new InboundRequest("POST", "/webhooks/s", headers, body.getBytes(UTF_8));
    }

    private static Verification payPal(String body, Instant sent, Instant now) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(UTF_8));
        byte[] signature = ProviderKeys.get()
                .sign(
                        PublicKeyAlgorithm.RSA_SHA256,
                        List.of(("id-1|" + sent + "|W1|" + crc.getValue()).getBytes(UTF_8)));
        Map<String, List<String>> headers = Map.of(
                "PAYPAL-TRANSMISSION-ID", List.of("id-1"),
                "PAYPAL-TRANSMISSION-TIME", List.of(sent.toString()),
                "PAYPAL-AUTH-ALGO", List.of("SHA256withRSA"),
                "PAYPAL-CERT-URL", List.of("https://api.paypal.com/v1/notifications/certs/CERT-360caa42"),
                "PAYPAL-TRANSMISSION-SIG",
                        List.of(Base64.getEncoder().encodeToString(Objects.requireNonNull(signature))));
        return PresetScheme.of("paypal", ADDRESS, Map.of("webhook_id", "W1"))
                .withProvidersAnswer(CERTIFICATE)
                .verify(request(body, headers), List.of(), now);
    }

    /** A CRC is no hash: what was signed once fits another body, too, and then says nothing about it. */
    @Test
    void aChecksumVouchesForOneBodyOnly() {
        assertThat(payPal("{\"id\":\"WH-1\"}", NOW, NOW))
                .isInstanceOfSatisfying(
                        Verified.class, verified -> assertThat(verified.once()).isEqualTo("id-1"));
    }

    @Test
    void aChecksumVouchesForNoLongerThanItsProviderRepeats() {
        assertThat(payPal("{}", NOW, NOW.plus(Duration.ofDays(3)))).isInstanceOf(Verified.class);
        assertThat(payPal("{}", NOW, NOW.plus(Duration.ofDays(5)))).isEqualTo(new Refused(Reason.TIMESTAMP_TOO_OLD));
    }

    @Test
    void aCertificateCountsUntilItExpires() {
        assertThat(payPal("{}", END, END)).isInstanceOf(Verified.class);
        Instant after = END.plusSeconds(1);
        assertThat(payPal("{}", after, after)).isEqualTo(new Refused(Reason.CONDITION_UNMET));
    }
}

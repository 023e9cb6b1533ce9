package dev.pawl.sdk;

import com.paypal.base.SSLUtil;
import dev.pawl.config.PresetScheme;
import dev.pawl.core.verify.ProviderKeys;
import dev.pawl.core.verify.PublicKeyAlgorithm;
import dev.pawl.core.verify.TrustedKey;
import dev.pawl.support.WebhookScenario;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A certificate at the provider's tells who signed; the library only verifies. */
final class PayPalSdkTest extends SdkContract {

    private static final String ID = "PAYPAL-TRANSMISSION-ID";
    private static final String TIME = "PAYPAL-TRANSMISSION-TIME";
    private static final String SIGNATURE = "PAYPAL-TRANSMISSION-SIG";
    private static final String ALGORITHM = "PAYPAL-AUTH-ALGO";
    private static final String CERTIFICATE = "PAYPAL-CERT-URL";
    private static final String WEBHOOK = "1JE4291016473214C";
    private static final byte[] ANSWER = ProviderKeys.get()
            .certificate(TrustedKey.Kind.RSA, "messageverificationcerts.paypal.com")
            .getBytes(StandardCharsets.US_ASCII);

    PayPalSdkTest() {
        super(
                PresetScheme.of("paypal", ADDRESS, Map.of("webhook_id", WEBHOOK))
                        .withProvidersAnswer(ANSWER),
                Difference.contradiction(ID),
                Difference.contradiction(TIME),
                Difference.contradiction(SIGNATURE),
                Difference.contradiction(ALGORITHM),
                Difference.contradiction(CERTIFICATE),
                Difference.looseBase64(SIGNATURE),
                Difference.noClock(TIME, Instant::parse, Duration.ofDays(4), WebhookScenario.NOW),
                new Difference(
                        "an algorithm's name in another case: Java knows it all the same, Pawl wants the one of the document",
                        message -> "SHA256withRSA".equals(message.header(ALGORITHM))
                                ? message
                                : message.without(SIGNATURE)),
                new Difference(
                        "the library takes a certificate from anywhere and leaves it to others to look at its issuer",
                        message -> isPayPals(String.valueOf(message.header(CERTIFICATE)))
                                ? message
                                : message.without(SIGNATURE)));
    }

    private static boolean isPayPals(String address) {
        try {
            URI uri = new URI(address);
            return "https".equalsIgnoreCase(uri.getScheme())
                    && "api.paypal.com".equalsIgnoreCase(uri.getRawAuthority())
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** ASCII: the library computes the checksum over the text in whatever encoding the machine has. */
    @Override
    List<String> bodies() {
        return List.of(WebhookScenario.BODY, "{}", "[1,  2]\n");
    }

    /** There is no secret; what tells one webhook from another is its id. */
    @Override
    List<String> secrets() {
        return List.of(WEBHOOK);
    }

    @Override
    String strangersSecret() {
        return "0EH40505U7160970P";
    }

    @Override
    List<String> configured(String secret) {
        return List.of();
    }

    @Override
    Message signed(String body, String webhook, Instant at) throws Exception {
        String text = "id-1|" + at + "|" + webhook + "|" + SSLUtil.crc32(body);
        byte[] signature =
                ProviderKeys.get().sign(PublicKeyAlgorithm.RSA_SHA256, List.of(text.getBytes(StandardCharsets.UTF_8)));
        return Message.of(body)
                .with(ID, "id-1")
                .with(TIME, at.toString())
                .with(ALGORITHM, "SHA256withRSA")
                .with(CERTIFICATE, "https://api.paypal.com/v1/notifications/certs/CERT-360caa42")
                .with(SIGNATURE, Base64.getEncoder().encodeToString(Objects.requireNonNull(signature)));
    }

    /** As {@code Event.validateReceivedEvent} does, without the network. */
    @Override
    boolean accepts(Message message, String webhook, Instant now) throws Exception {
        String expected =
                message.header(ID) + "|" + message.header(TIME) + "|" + webhook + "|" + SSLUtil.crc32(message.text());
        return SSLUtil.validateData(
                SSLUtil.getCertificateFromStream(new ByteArrayInputStream(ANSWER)),
                message.header(ALGORITHM),
                message.header(SIGNATURE),
                expected,
                message.text(),
                webhook);
    }
}

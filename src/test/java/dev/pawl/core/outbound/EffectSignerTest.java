package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectSigner.Headers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class EffectSignerTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_614_265_330L, 999_999_999);

    /** The example of the Standard Webhooks libraries. */
    @Test
    void theSpecificationsExampleComesOut() {
        SigningKey key = new SigningKey(Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));

        Headers headers =
                EffectSigner.sign(List.of(key), "msg_p5jXN8AQM9LWM0D4loKWxJek", NOW, utf8("{\"test\": 2432232314}"));

        assertThat(headers)
                .isEqualTo(new Headers(
                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        "1614265330",
                        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    @Test
    void theSignatureCoversIdTimeAndEveryByteOfTheBody() throws GeneralSecurityException {
        byte[] secret = utf8("a secret of more than enough bytes");
        byte[] body = {0, -1, 10, 13, 46, -128};
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.writeBytes(utf8("id_1.1614265330."));
        signed.writeBytes(body);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        String expected = Base64.getEncoder().encodeToString(mac.doFinal(signed.toByteArray()));

        Headers headers = EffectSigner.sign(List.of(new SigningKey(secret)), "id_1", NOW, body);

        assertThat(headers.signature()).isEqualTo("v1," + expected);
        assertThat(EffectSigner.sign(List.of(new SigningKey(secret)), "id_2", NOW, body)
                        .signature())
                .isNotEqualTo(headers.signature());
        assertThat(EffectSigner.sign(List.of(new SigningKey(secret)), "id_1", NOW.plusSeconds(1), body)
                        .signature())
                .isNotEqualTo(headers.signature());
    }

    @Test
    void theKeyIsNeverPrinted() {
        assertThat(new SigningKey(utf8("top secret"))).hasToString("SigningKey[…]");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

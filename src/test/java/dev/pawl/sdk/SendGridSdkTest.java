package dev.pawl.sdk;

import static dev.pawl.support.WebhookScenario.NOW;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sendgrid.helpers.eventwebhook.EventWebhook;
import com.sendgrid.helpers.eventwebhook.EventWebhookHeader;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Signed by a private key; the library only verifies. */
final class SendGridSdkTest extends SdkContract {

    private static final String TIME = EventWebhookHeader.TIMESTAMP.toString();
    private static final String SIGNATURE = EventWebhookHeader.SIGNATURE.toString();

    /** The same numbers in every run. */
    private final SecureRandom random = repeatable();

    private final List<KeyPair> keys = List.of(pair(), pair());

    SendGridSdkTest() {
        super(
                preset("sendgrid"),
                Difference.contradiction(TIME),
                Difference.contradiction(SIGNATURE),
                Difference.noClock(
                        TIME, time -> Instant.ofEpochSecond(Long.parseLong(time)), Duration.ofMinutes(5), NOW));
    }

    /** The library asks for this provider by its name. */
    @BeforeAll
    static void withBouncyCastle() {
        Security.addProvider(new BouncyCastleProvider());
    }

    @AfterAll
    static void withoutBouncyCastle() {
        Security.removeProvider(BouncyCastleProvider.PROVIDER_NAME);
    }

    @Override
    List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        keys.forEach(key ->
                secrets.add(Base64.getEncoder().encodeToString(key.getPublic().getEncoded())));
        return secrets;
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        String time = Long.toString(at.getEpochSecond());
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.get(secrets().indexOf(secret)).getPrivate(), random);
        signature.update((time + body).getBytes(UTF_8));
        return Message.of(body)
                .with(TIME, time)
                .with(SIGNATURE, Base64.getEncoder().encodeToString(signature.sign()));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        EventWebhook library = new EventWebhook();
        return library.VerifySignature(
                library.ConvertPublicKeyToECDSA(secret),
                message.body(),
                message.header(SIGNATURE),
                message.header(TIME));
    }

    private static SecureRandom repeatable() {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(1);
            return random;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.pawl.core.outbound;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs an outgoing effect so that the receiver can tell who sent it, and when.
 *
 * @see <a href="https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md">Standard
 *     Webhooks, signature scheme</a>
 */
public final class EffectSigner {

    private static final String ALGORITHM = "HmacSHA256";

    private EffectSigner() {}

    /**
     * The values of the three headers, which belong together: the signature covers the other two and the body.
     *
     * @param id {@code webhook-id}
     * @param timestamp {@code webhook-timestamp}: seconds since 1970
     * @param signature {@code webhook-signature}: {@code v1,} and the HMAC in base64, for each key, separated by blanks
     */
    public record Headers(String id, String timestamp, String signature) {}

    /**
     * Signs one attempt with every key, so that receivers may change from one to the next at their own time.
     *
     * @param keys at least one; a receiver accepts any signature it knows the key of
     * @param id the effect's idempotency key; has no dot, or two texts could have one signature
     * @param at the time of this attempt: receivers refuse old ones
     */
    public static Headers sign(List<SigningKey> keys, String id, Instant at, byte[] body) {
        String timestamp = Long.toString(at.getEpochSecond());
        byte[] start = (id + '.' + timestamp + '.').getBytes(StandardCharsets.UTF_8);
        String signatures = keys.stream()
                .map(key -> {
                    Mac mac = hmac(key);
                    mac.update(start);
                    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
                })
                .collect(Collectors.joining(" "));
        return new Headers(id, timestamp, signatures);
    }

    private static Mac hmac(SigningKey key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.key(), ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
        }
    }
}

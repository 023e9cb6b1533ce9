package dev.pawl.core.interpret;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Puts an HMAC in the place of a personal key (an e-mail address, a telephone number), so that the key itself is never
 * stored. A plain hash would not do: personal keys can be guessed one by one.
 */
public final class KeyHash {

    private static final String ALGORITHM = "HmacSHA256";

    private final Mac prototype;

    /** @throws IllegalArgumentException for an empty secret: anybody could compute the same */
    public KeyHash(byte[] secret) {
        this.prototype = mac(secret);
    }

    private static Mac mac(byte[] secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** 64 hexadecimal digits, the same for the same key only. */
    public String of(String key) {
        return HexFormat.of().formatHex(copy().doFinal(key.getBytes(StandardCharsets.UTF_8)));
    }

    private Mac copy() {
        try {
            return (Mac) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the platform's own HMAC can be copied", e);
        }
    }

    @Override
    public String toString() {
        return "KeyHash";
    }
}

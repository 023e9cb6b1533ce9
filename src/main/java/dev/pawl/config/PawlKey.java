package dev.pawl.config;

import dev.pawl.core.Parsed;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** {@code PAWL_KEY}: what Pawl encrypts and hashes with. Every use has a key of its own, derived from it. Never printed. */
public final class PawlKey {

    public static final String VARIABLE = "PAWL_KEY";
    public static final String HINT = "make one: openssl rand -base64 32";

    private static final int SHORTEST = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** What a derived key is for; the words are part of the derivation and never change. */
    public enum Use {
        OPERATION_KEY("pawl operation key 1"),
        SOURCE_SECRET("pawl source secret 1");

        private final String label;

        Use(String label) {
            this.label = label;
        }
    }

    private PawlKey(byte[] bytes) {
        this.key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** Base64 of at least 32 bytes. The problem never quotes it. */
    public static Parsed<PawlKey> parse(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.strip());
            return bytes.length < SHORTEST
                    ? Parsed.wrong("is shorter than " + SHORTEST + " bytes")
                    : Parsed.of(new PawlKey(bytes));
        } catch (IllegalArgumentException e) {
            return Parsed.wrong("is not base64");
        }
    }

    /** 32 bytes. */
    public byte[] derived(Use use) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(use.label.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return VARIABLE;
    }
}

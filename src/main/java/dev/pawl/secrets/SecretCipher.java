package dev.pawl.secrets;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * AES-256-GCM with a fresh nonce in front. Whose secret it is is authenticated with it: a row copied to another source
 * opens nothing.
 */
final class SecretCipher {

    private static final String TRANSFORMATION = "AES/GCM/NoPadding";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();

    /** @param key 32 bytes */
    SecretCipher(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    byte[] encrypt(String owner, String secret) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, owner, nonce).doFinal(secret.getBytes(StandardCharsets.UTF_8));
            byte[] all = Arrays.copyOf(nonce, NONCE + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE, sealed.length);
            return all;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + TRANSFORMATION, e);
        }
    }

    /** Null where it was made with another key, for another owner, or was changed. */
    @Nullable
    String decrypt(String owner, byte[] encrypted) {
        if (encrypted.length < NONCE + TAG_BITS / 8) {
            return null;
        }
        try {
            byte[] plain = cipher(Cipher.DECRYPT_MODE, owner, Arrays.copyOf(encrypted, NONCE))
                    .doFinal(encrypted, NONCE, encrypted.length - NONCE);
            return new String(plain, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            // The one answer to whatever is wrong with it: it cannot be opened.
            return null;
        }
    }

    private Cipher cipher(int mode, String owner, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(TRANSFORMATION);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}

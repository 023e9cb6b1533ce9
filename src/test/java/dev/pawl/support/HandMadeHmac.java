package dev.pawl.support;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** HMAC (RFC 2104) written out, so that the tests do not sign with what they test. Blocks of 64 bytes: up to SHA-256. */
public final class HandMadeHmac {

    private static final int BLOCK = 64;

    private HandMadeHmac() {}

    public static byte[] sha256(byte[] key, byte[]... message) {
        byte[] padded = Arrays.copyOf(key.length > BLOCK ? hash(key) : key, BLOCK);
        return hash(xor(padded, 0x5c), hash(xor(padded, 0x36), join(message)));
    }

    private static byte[] xor(byte[] bytes, int with) {
        byte[] result = bytes.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] ^= (byte) with;
        }
        return result;
    }

    private static byte[] hash(byte[]... parts) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(join(parts));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}

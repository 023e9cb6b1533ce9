package dev.pawl.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs for the providers whose library only verifies. */
final class Hmac {

    private Hmac() {}

    static byte[] of(String algorithm, String key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(key.getBytes(UTF_8), algorithm));
        return mac.doFinal(text.getBytes(UTF_8));
    }

    static String base64(String algorithm, String key, String text) throws GeneralSecurityException {
        return Base64.getEncoder().encodeToString(of(algorithm, key, text));
    }

    static String sha256Hex(String key, String text) throws GeneralSecurityException {
        return HexFormat.of().formatHex(of("HmacSHA256", key, text));
    }
}

package dev.pawl.keys;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/** A key of a provider that lists its public ones, as GitHub does for secret scanning. */
public final class ProviderKey {

    private final String id;
    private final KeyPair pair;

    private ProviderKey(String id, KeyPair pair) {
        this.id = id;
        this.pair = pair;
    }

    public static ProviderKey called(String id) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return new ProviderKey(id, generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public String id() {
        return id;
    }

    public String sign(String body) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            signature.update(body.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** docs.github.com/code-security/secret-scanning/secret-scanning-partnership-program: the list of keys. */
    public static String list(ProviderKey... keys) {
        return Arrays.stream(keys)
                .map(key -> "{\"key_identifier\":\"" + key.id + "\",\"key\":\"" + key.pem() + "\",\"is_current\":true}")
                .collect(Collectors.joining(",", "{\"public_keys\":[", "]}"));
    }

    /** As it stands in JSON. */
    private String pem() {
        return "-----BEGIN PUBLIC KEY-----\\n"
                + Base64.getEncoder()
                        .encodeToString(pair.getPublic().getEncoded())
                        .replaceAll(".{64}", "$0\\\\n")
                + "\\n-----END PUBLIC KEY-----\\n";
    }
}

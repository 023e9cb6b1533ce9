package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.json.WrittenJson;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.KeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads JSON Web Keys (RFC 7517, 7518, 8037): RSA, P-256 and Ed25519. */
final class JsonWebKey {

    private static final Parsed<TrustedKey> UNUSABLE =
            Parsed.wrong("is not a JSON Web Key that can be used here: RSA from 2048 bits, P-256 or Ed25519");

    private JsonWebKey() {}

    static Parsed<TrustedKey> read(WrittenJson jwk) {
        byte[] x = bytes(jwk, "x");
        String kind = text(jwk, "kty") + " " + text(jwk, "crv");
        if (kind.equals("OKP Ed25519")) {
            return x == null ? UNUSABLE : PublicKeyDecoder.ed25519(x).then(key -> named(key.key(), jwk));
        }
        try {
            if (text(jwk, "kty").equals("RSA")) {
                byte[] n = bytes(jwk, "n");
                byte[] e = bytes(jwk, "e");
                return n == null || e == null
                        ? UNUSABLE
                        : key("RSA", new RSAPublicKeySpec(new BigInteger(1, n), new BigInteger(1, e)), jwk);
            }
            byte[] y = bytes(jwk, "y");
            return x == null || y == null || !kind.equals("EC P-256")
                    ? UNUSABLE
                    : key(
                            "EC",
                            new ECPublicKeySpec(new ECPoint(new BigInteger(1, x), new BigInteger(1, y)), p256()),
                            jwk);
        } catch (GeneralSecurityException | RuntimeException e) {
            // Numbers that are no key.
            return UNUSABLE;
        }
    }

    private static Parsed<TrustedKey> key(String factory, KeySpec spec, WrittenJson jwk)
            throws GeneralSecurityException {
        return named(KeyFactory.getInstance(factory).generatePublic(spec), jwk);
    }

    private static Parsed<TrustedKey> named(PublicKey key, WrittenJson jwk) {
        TrustedKey trusted = TrustedKey.of(key, null, jwk.text(member("kid")));
        return trusted == null ? UNUSABLE : Parsed.of(trusted);
    }

    private static ECParameterSpec p256() throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        return parameters.getParameterSpec(ECParameterSpec.class);
    }

    private static Pointer member(String name) {
        return new Pointer(false, List.of(name));
    }

    private static String text(WrittenJson jwk, String name) {
        String text = jwk.text(member(name));
        return text == null ? "" : text;
    }

    private static byte @Nullable [] bytes(WrittenJson jwk, String name) {
        String text = jwk.text(member(name));
        return text == null ? null : SignatureEncoding.BASE64URL.decode(text);
    }
}

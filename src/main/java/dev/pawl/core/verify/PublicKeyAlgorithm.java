package dev.pawl.core.verify;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.List;

/** The signatures by a private key a recipe may name. */
public enum PublicKeyAlgorithm implements SignatureAlgorithm {
    ED25519("ed25519", "Ed25519", TrustedKey.Kind.ED25519),
    /** The signature in DER. */
    ECDSA_P256_SHA256("ecdsa-p256-sha256", "SHA256withECDSA", TrustedKey.Kind.EC_P256),
    ECDSA_P256_SHA1("ecdsa-p256-sha1", "SHA1withECDSA", TrustedKey.Kind.EC_P256),
    RSA_SHA256("rsa-sha256", "SHA256withRSA", TrustedKey.Kind.RSA),
    RSA_SHA1("rsa-sha1", "SHA1withRSA", TrustedKey.Kind.RSA),
    /** The signature as both numbers one after the other, as JWS writes it; no recipe names it. */
    ECDSA_P256_SHA256_RAW("es256", "SHA256withECDSAinP1363Format", TrustedKey.Kind.EC_P256);

    private final String word;
    private final String jca;
    private final TrustedKey.Kind kind;

    PublicKeyAlgorithm(String word, String jca, TrustedKey.Kind kind) {
        this.word = word;
        this.jca = jca;
        this.kind = kind;
    }

    /** The kind of key it needs. */
    public TrustedKey.Kind kind() {
        return kind;
    }

    @Override
    public String word() {
        return word;
    }

    /** Whether the key's owner signed these pieces; false for a key of another kind and for bytes that are no signature. */
    boolean verifies(TrustedKey key, List<byte[]> pieces, byte[] signature) {
        return key.kind() == kind && !isZero(signature) && verifies(key.key(), pieces, signature);
    }

    private boolean verifies(PublicKey key, List<byte[]> pieces, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(jca);
            verifier.initVerify(key);
            for (byte[] piece : pieces) {
                verifier.update(piece);
            }
            return verifier.verify(signature);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform since 17 has " + jca, e);
        } catch (SignatureException | RuntimeException e) {
            // Bytes that are no signature at all; some versions of the JDK stumble over them in other ways.
            return false;
        }
    }

    /** Some versions of the JDK took two zeroes for everybody's ECDSA signature (CVE-2022-21449). */
    private static boolean isZero(byte[] signature) {
        for (byte b : signature) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }
}

package dev.pawl.core.verify;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.SignatureException;
import java.util.List;
import org.bouncycastle.crypto.signers.PlainDSAEncoding;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;

/** The signatures by a private key a recipe may name. */
public enum PublicKeyAlgorithm implements SignatureAlgorithm {
    ED25519("ed25519", TrustedKey.Kind.ED25519),
    /** The signature in DER. */
    ECDSA_P256_SHA256("ecdsa-p256-sha256", TrustedKey.Kind.EC_P256),
    ECDSA_P256_SHA1("ecdsa-p256-sha1", TrustedKey.Kind.EC_P256),
    RSA_SHA256("rsa-sha256", TrustedKey.Kind.RSA),
    RSA_SHA1("rsa-sha1", TrustedKey.Kind.RSA),
    /** The signature as both numbers one after the other, as JWS writes it; no recipe names it. */
    ECDSA_P256_SHA256_RAW("es256", TrustedKey.Kind.EC_P256);

    private final String word;
    private final TrustedKey.Kind kind;

    PublicKeyAlgorithm(String word, TrustedKey.Kind kind) {
        this.word = word;
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
        return switch (this) {
            case ED25519 -> key.curve() instanceof CurveKey.Edwards edwards && edwards.signed(pieces, signature);
            case ECDSA_P256_SHA256 ->
                key.curve() instanceof CurveKey.P256 p256
                        && p256.signed(HashAlgorithm.SHA256.of(pieces), signature, StandardDSAEncoding.INSTANCE);
            case ECDSA_P256_SHA1 ->
                key.curve() instanceof CurveKey.P256 p256
                        && p256.signed(HashAlgorithm.SHA1.of(pieces), signature, StandardDSAEncoding.INSTANCE);
            case ECDSA_P256_SHA256_RAW ->
                key.curve() instanceof CurveKey.P256 p256
                        && p256.signed(HashAlgorithm.SHA256.of(pieces), signature, PlainDSAEncoding.INSTANCE);
            case RSA_SHA256 -> rsa("SHA256withRSA", key, pieces, signature);
            case RSA_SHA1 -> rsa("SHA1withRSA", key, pieces, signature);
        };
    }

    private static boolean rsa(String jca, TrustedKey key, List<byte[]> pieces, byte[] signature) {
        if (key.kind() != TrustedKey.Kind.RSA) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance(jca);
            verifier.initVerify(key.key());
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
}

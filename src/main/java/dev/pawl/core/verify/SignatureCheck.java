package dev.pawl.core.verify;

import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares what was signed with the signatures a request offers. */
final class SignatureCheck {

    private final SignatureAlgorithm algorithm;
    private final Content content;
    private final List<byte[]> candidates;

    SignatureCheck(SignatureAlgorithm algorithm, Content content, List<byte[]> candidates) {
        this.algorithm = algorithm;
        this.content = content;
        this.candidates = candidates;
    }

    /** The index of the secret one of the signatures was made with, or -1. */
    int signedBy(List<Secret> secrets, KeyEncoding encoding) {
        for (int key = 0; key < secrets.size(); key++) {
            Secret secret = secrets.get(key);
            List<byte[]> pieces = content.pieces(secret);
            if (pieces != null && isSignedBy(secret, encoding, pieces)) {
                return key;
            }
        }
        return -1;
    }

    private boolean isSignedBy(Secret secret, KeyEncoding encoding, List<byte[]> pieces) {
        if (algorithm instanceof PublicKeyAlgorithm asymmetric) {
            TrustedKey key = secret.trusted(encoding);
            return key != null && isSignedBy(key, asymmetric, pieces);
        }
        SharedKey key = secret.shared(encoding);
        if (key == null) {
            return false;
        }
        byte[] expected = expected(algorithm, key, pieces);
        boolean fits = false;
        for (byte[] candidate : candidates) {
            fits |= expected != null && MessageDigest.isEqual(expected, candidate);
        }
        return fits;
    }

    /** What the holder of a shared key would have written; null for an algorithm without one. */
    static byte @Nullable [] expected(SignatureAlgorithm algorithm, SharedKey key, List<byte[]> pieces) {
        if (algorithm instanceof HmacAlgorithm hmac) {
            return key.mac(hmac, pieces);
        }
        return algorithm instanceof HashAlgorithm hash ? hash.of(pieces) : null;
    }

    boolean signedBy(List<TrustedKey> keys) {
        List<byte[]> pieces = content.pieces();
        return pieces != null
                && algorithm instanceof PublicKeyAlgorithm asymmetric
                && keys.stream().anyMatch(key -> isSignedBy(key, asymmetric, pieces));
    }

    private boolean isSignedBy(TrustedKey key, PublicKeyAlgorithm asymmetric, List<byte[]> pieces) {
        return candidates.stream().anyMatch(candidate -> asymmetric.verifies(key, pieces, candidate));
    }
}

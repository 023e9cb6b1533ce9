package dev.pawl.core.verify;

import org.jspecify.annotations.Nullable;

/** The algorithms of JSON Web Signatures a recipe may allow (RFC 7518, 8037). {@code none} is none of them. */
public enum JwsAlgorithm {
    HS256("HS256"),
    HS512("HS512"),
    RS256("RS256"),
    ES256("ES256"),
    EDDSA("EdDSA");

    private final String word;

    JwsAlgorithm(String word) {
        this.word = word;
    }

    /** As JOSE writes it. */
    public String word() {
        return word;
    }

    /** Whether both sides need the same secret. */
    public boolean isShared() {
        return algorithm() instanceof HmacAlgorithm;
    }

    SignatureAlgorithm algorithm() {
        return switch (this) {
            case HS256 -> HmacAlgorithm.SHA256;
            case HS512 -> HmacAlgorithm.SHA512;
            case RS256 -> PublicKeyAlgorithm.RSA_SHA256;
            case ES256 -> PublicKeyAlgorithm.ECDSA_P256_SHA256_RAW;
            case EDDSA -> PublicKeyAlgorithm.ED25519;
        };
    }

    static @Nullable JwsAlgorithm of(@Nullable String word) {
        for (JwsAlgorithm algorithm : values()) {
            if (algorithm.word.equals(word)) {
                return algorithm;
            }
        }
        return null;
    }
}

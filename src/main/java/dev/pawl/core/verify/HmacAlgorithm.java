package dev.pawl.core.verify;

import java.util.Locale;

/** The keyed hashes a recipe may name. */
public enum HmacAlgorithm implements SignatureAlgorithm {
    MD5("HmacMD5"),
    SHA1("HmacSHA1"),
    SHA256("HmacSHA256"),
    SHA512("HmacSHA512");

    private final String jca;

    HmacAlgorithm(String jca) {
        this.jca = jca;
    }

    String jca() {
        return jca;
    }

    @Override
    public String word() {
        return "hmac-" + name().toLowerCase(Locale.ROOT);
    }
}

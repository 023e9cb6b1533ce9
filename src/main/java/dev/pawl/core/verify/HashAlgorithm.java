package dev.pawl.core.verify;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;

/** The plain hashes a recipe may name: the secret is part of the hashed text. */
public enum HashAlgorithm implements SignatureAlgorithm {
    MD5("MD5"),
    SHA1("SHA-1"),
    SHA256("SHA-256"),
    SHA384("SHA-384");

    private final String jca;

    HashAlgorithm(String jca) {
        this.jca = jca;
    }

    byte[] of(byte[] text) {
        return digest().digest(text);
    }

    byte[] of(List<byte[]> pieces) {
        MessageDigest digest = digest();
        pieces.forEach(digest::update);
        return digest.digest();
    }

    private MessageDigest digest() {
        try {
            return MessageDigest.getInstance(jca);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + jca, e);
        }
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

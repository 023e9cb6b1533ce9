package dev.pawl.core.verify;

/** How a signature over a text is made. */
public sealed interface SignatureAlgorithm permits HmacAlgorithm, HashAlgorithm, PublicKeyAlgorithm {

    /** The word used in configuration, such as {@code hmac-sha256}. */
    String word();
}

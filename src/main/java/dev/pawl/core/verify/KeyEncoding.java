package dev.pawl.core.verify;

/** How a configured secret becomes key bytes. Explicit per secret: providers have changed from one to the other on a date. */
public enum KeyEncoding {
    /** The text's own bytes. */
    UTF8("utf8"),
    HEX("hex"),
    BASE64("base64"),
    /** Base64 after {@code whsec_} (Standard Webhooks); the prefix may be missing. */
    WHSEC("whsec"),
    /** Base64 after {@code whsec_}; the text's own bytes where the prefix is missing. */
    WHSEC_OR_UTF8("whsec-or-utf8"),
    /** The SHA-1 hash of the text (Braintree). */
    SHA1_DIGEST("sha1-digest"),

    /** A public key as {@code -----BEGIN PUBLIC KEY-----}. */
    PEM("pem"),
    /** The public key of a certificate, as {@code -----BEGIN CERTIFICATE-----}; with x5c the root everything must lead to. */
    CERTIFICATE("certificate"),
    /** What stands between the lines of a PEM, alone. */
    SPKI_BASE64("spki-base64"),
    ED25519_HEX("ed25519-hex"),
    ED25519_BASE64("ed25519-base64"),
    /** Base64 of an Ed25519 key after {@code whpk_} (Standard Webhooks). */
    WHPK("whpk"),
    /** A JSON Web Key. */
    JWK("jwk");

    private final String word;

    KeyEncoding(String word) {
        this.word = word;
    }

    /** Whether it is a public key, which anybody may know, rather than a shared secret. */
    public boolean isPublic() {
        return compareTo(PEM) >= 0;
    }

    /** The word used in configuration. */
    public String word() {
        return word;
    }
}

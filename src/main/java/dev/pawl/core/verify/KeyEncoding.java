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
    WHSEC_OR_UTF8("whsec-or-utf8");

    private final String word;

    KeyEncoding(String word) {
        this.word = word;
    }

    /** The word used in configuration. */
    public String word() {
        return word;
    }
}

package dev.pawl.core.verify;

import java.util.Locale;

/** How a provider hands out its keys. */
public enum KeyFormat {
    CERTIFICATE,
    PEM,
    /** A JSON Web Key Set. */
    JWKS,
    JWK;

    /** The word used in configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

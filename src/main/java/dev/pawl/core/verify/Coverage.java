package dev.pawl.core.verify;

import java.util.Locale;

/** How much of a body is proved to be the sender's; from most to least. */
public enum Coverage {
    /** Every byte. */
    BODY,
    /** Some fields of it; others may be anybody's. */
    FIELDS,
    /** Nothing: only that somebody knows the secret. */
    NONE;

    /** The word used in configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

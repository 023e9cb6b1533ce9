package dev.pawl.core.operation;

import java.util.Locale;

/** What became of one event. */
public enum Verdict {
    APPLIED,
    DUPLICATE,
    STALE,
    CONFLICT,
    CONTRADICTED,
    UNDECIDED,
    PARKED,
    IGNORED,
    INVALID;

    /** The word used in storage and HTTP. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

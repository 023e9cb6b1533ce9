package dev.pawl.core.operation;

import java.util.Locale;

/** Where an assertion comes from. Every change has one. */
public enum Cause {
    DELIVERY,
    RECONCILE,
    BACKFILL,
    IMPORT,
    EFFECT,
    SCHEDULE,
    OPERATOR;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the provider itself says so, as opposed to our own schedule, effects or people. */
    public boolean isProvider() {
        return this == DELIVERY || this == RECONCILE || this == BACKFILL || this == IMPORT;
    }
}

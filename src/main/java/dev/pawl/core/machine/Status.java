package dev.pawl.core.machine;

import java.util.Locale;

/**
 * The uniform phase of an operation. The first four come from the state; {@link #UNKNOWN} and {@link #EXPIRED} are set by
 * the engine and leave the state as it was.
 */
public enum Status {
    PROCESSING,
    COMPLETED,
    REJECTED,
    FAILED,
    UNKNOWN,
    EXPIRED;

    /** Whether how it ends is still to come, as far as we know. */
    public boolean isOpen() {
        return this == PROCESSING || this == UNKNOWN || this == EXPIRED;
    }

    /** The word used in configuration, storage and HTTP. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether nothing is awaited any more, neither an end nor an explanation. */
    public boolean isSettled() {
        return this != PROCESSING && this != UNKNOWN;
    }

    /** Whether a machine may give a state this status. */
    public boolean comesFromState() {
        return this != UNKNOWN && this != EXPIRED;
    }
}

package dev.pawl.core.operation;

import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the table says about one assertion.
 *
 * @param reason the verdict's second word, or null where the verdict says all
 * @param correction whether a move goes against the machine's direction, on somebody's authority
 * @param attention the doubt to raise, or null
 * @param conflicting names of the invariant fields that differ; empty unless the verdict is {@code conflict}
 */
public record Decision(
        Verdict verdict,
        @Nullable String reason,
        boolean correction,
        Attention.@Nullable Reason attention,
        SortedSet<String> conflicting) {

    public static final String BEYOND_RETENTION = "beyond-retention";

    private static final SortedSet<String> NOTHING = java.util.Collections.emptySortedSet();

    public Decision {
        conflicting = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(conflicting));
    }

    /** Whether it may be the repetition of something forgotten: there is no operation to tell. */
    public boolean isBeyondRetention() {
        return BEYOND_RETENTION.equals(reason);
    }

    static Decision applied() {
        return new Decision(Verdict.APPLIED, null, false, null, NOTHING);
    }

    static Decision corrected() {
        return new Decision(Verdict.APPLIED, null, true, null, NOTHING);
    }

    static Decision duplicate() {
        return new Decision(Verdict.DUPLICATE, null, false, null, NOTHING);
    }

    static Decision stale(@Nullable String reason) {
        return new Decision(Verdict.STALE, reason, false, null, NOTHING);
    }

    static Decision parked() {
        return new Decision(Verdict.PARKED, null, false, null, NOTHING);
    }

    static Decision conflict(SortedSet<String> fields) {
        return new Decision(Verdict.CONFLICT, null, false, Attention.Reason.CONFLICT, fields);
    }

    static Decision undecided(String reason) {
        return new Decision(
                Verdict.UNDECIDED, Objects.requireNonNull(reason), false, Attention.Reason.UNDECIDED, NOTHING);
    }

    static Decision contradicted() {
        return new Decision(Verdict.CONTRADICTED, null, false, Attention.Reason.CONTRADICTED, NOTHING);
    }
}

package dev.pawl.ledger;

import dev.pawl.core.operation.Cause;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a delivery's bytes came here, and whether what they say may cause effects.
 *
 * @param effectsOff history: nothing it says causes effects, now or when it is read again
 * @param effectsFrom facts whose business time lies before cause none either; null: there is no such time
 */
public record Origin(
        Cause cause, boolean effectsOff, @Nullable Instant effectsFrom) {

    /** The provider sent it. */
    public static final Origin RECEIVED = new Origin(Cause.DELIVERY, false, null);

    /** An operator brings it and vouches for it. */
    public static Origin imported(boolean effectsOff) {
        return new Origin(Cause.IMPORT, effectsOff, null);
    }

    /** We found it in the provider's own list. */
    public static Origin listed(@Nullable Instant effectsFrom) {
        return new Origin(Cause.BACKFILL, false, effectsFrom);
    }

    /** The same, all of it history. */
    public Origin withEffectsOff() {
        return new Origin(cause, true, effectsFrom);
    }

    boolean isHistory(@Nullable Instant occurredAt) {
        return effectsOff || (effectsFrom != null && occurredAt != null && occurredAt.isBefore(effectsFrom));
    }

    /** Whether only what is news leaves rows: a list repeats what is here already again and again. */
    boolean isListed() {
        return cause == Cause.BACKFILL;
    }
}

package dev.pawl.config;

import dev.pawl.core.operation.Decider;
import dev.pawl.core.operation.Decider.AfterExpiry;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long what a source brought is kept.
 *
 * @param bodies of deliveries, and the record of their events, from receipt on
 * @param operations from their last change until only a tombstone is left
 * @param tombstones from then on; null: for ever
 * @param afterExpiry what a fact about a tombstone means
 */
public record Retention(
        Duration bodies, Duration operations, @Nullable Duration tombstones, AfterExpiry afterExpiry) {

    public static final Retention USUAL =
            new Retention(Duration.ofDays(30), Duration.ofDays(400), null, AfterExpiry.CHECKED);

    /** How long an identity is remembered after its operation's last change; null: for ever. */
    public @Nullable Duration memory() {
        return tombstones == null ? null : operations.plus(tombstones);
    }

    /** What the decision needs to know of it. */
    public Decider.Memory memoryAt(Instant now) {
        Duration memory = memory();
        return new Decider.Memory(afterExpiry, memory == null ? null : now.minus(memory));
    }
}

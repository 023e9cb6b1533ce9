package dev.pawl.ledger;

import dev.pawl.config.Retention;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Tombstones;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Operations whose time is over become tombstones, tombstones whose time is over go. Whoever asks has seen them so a moment
 * ago; under the lock they are judged once more, so that a fact that arrived in between wins.
 */
final class TombstoneEntry extends Entry<Integer> {

    /** What is to become of an operation. */
    enum End {
        TOMBSTONE,
        NOTHING
    }

    private final Map<UUID, Integer> latestGenerations;
    private final End end;

    /** @param latestGenerations by id, as they were seen */
    TombstoneEntry(Map<UUID, Integer> latestGenerations, End end) {
        this.latestGenerations = Map.copyOf(latestGenerations);
        this.end = end;
    }

    @Override
    Set<UUID> operations() {
        return latestGenerations.keySet();
    }

    @Override
    int size() {
        return 512 * latestGenerations.size();
    }

    @Override
    boolean isAlone() {
        return true;
    }

    @Override
    boolean readsParked() {
        return true;
    }

    /** An operator may have had some made, or sent again, since it was seen. */
    @Override
    boolean needsEffects() {
        return true;
    }

    /** How many; those locked elsewhere are left for another time. */
    @Override
    Integer decide(Batch batch) {
        int ended = 0;
        for (Map.Entry<UUID, Integer> asked : latestGenerations.entrySet()) {
            Operation current = batch.operation(asked.getKey());
            if (current != null && ends(batch, current, asked.getValue())) {
                ended++;
            }
        }
        return ended;
    }

    private boolean ends(Batch batch, Operation current, int latestGeneration) {
        Retention retention = batch.retention(current.source());
        return switch (end) {
            case TOMBSTONE -> {
                boolean may = Tombstones.mayEntomb(current, retention.operations(), batch.now())
                        && !isWaitedFor(batch, current);
                if (may) {
                    batch.entomb(current);
                }
                yield may;
            }
            case NOTHING -> {
                boolean may = Tombstones.mayForget(current, retention.memory(), batch.now())
                        && current.latestGeneration() == latestGeneration
                        && !isWaitedFor(batch, current);
                if (may) {
                    batch.forget(current);
                }
                yield may;
            }
        };
    }

    private static boolean isWaitedFor(Batch batch, Operation current) {
        return batch.turns.areAwaited(current.id())
                || batch.effects.of(current.id()).stream().anyMatch(effect -> !effect.over());
    }
}

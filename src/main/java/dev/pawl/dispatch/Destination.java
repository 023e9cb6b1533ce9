package dev.pawl.dispatch;

import dev.pawl.dispatch.Circuit.Change;
import dev.pawl.dispatch.EffectSink.Health;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One receiver (scheme, host and port), Kafka topic or this database, and the attempts under way there. Identity
 * matters: one object per address. Times are {@link System#nanoTime}.
 *
 * <p>An attempt that takes long counts as hanging. While some hang and none ends, there is one place for those that do not:
 * either that one ends, and the receiver answers others, or it hangs, too.
 */
final class Destination {

    static final Duration HANGS_AFTER = Duration.ofSeconds(2);

    private final String address;
    private final int most;
    private final boolean sharing;
    private final Circuit circuit = new Circuit();
    /** The oldest first. */
    private final Set<Place> underWay = new LinkedHashSet<>();

    private long quietSince;

    /**
     * @param most how many places it can have
     * @param sharing whether all but one of them are taken from what all receivers have together
     */
    Destination(String address, int most, boolean sharing) {
        this.address = address;
        this.most = most;
        this.sharing = sharing;
    }

    /** One attempt's, from the claim until its outcome is written. */
    static final class Place {
        private final Destination at;
        private final long since;
        private boolean probing;

        private Place(Destination at, long since, boolean probing) {
            this.at = at;
            this.since = since;
            this.probing = probing;
        }

        Destination at() {
            return at;
        }

        private boolean hangs(long now) {
            return now - since >= HANGS_AFTER.toNanos();
        }
    }

    String address() {
        return address;
    }

    Circuit circuit() {
        return circuit;
    }

    /** How many places it may have beside those that are taken. */
    int room(long now) {
        int left = most - underWay.size();
        if (!circuit.closed()) {
            return circuit.mayProbe(now) ? Math.min(1, left) : 0;
        }
        boolean silent = fresh(now) < underWay.size() && now - quietSince >= HANGS_AFTER.toNanos();
        return silent ? Math.min(left, fresh(now) == 0 ? 1 : 0) : left;
    }

    /** How many of the common places it has when it gets so many more: neither the first one nor those that hang. */
    int shared(int more, long now) {
        return sharing ? Math.max(0, fresh(now) + more - 1) : 0;
    }

    /** How long until there may be room without anything being heard; null: not by time alone. */
    @Nullable
    Duration roomIn(long now) {
        if (!circuit.closed()) {
            return circuit.pauseLeft(now);
        }
        return underWay.stream()
                .filter(place -> !place.hangs(now))
                .findFirst()
                .map(place -> HANGS_AFTER.minusNanos(now - place.since))
                .orElse(null);
    }

    private int fresh(long now) {
        return (int) underWay.stream().filter(place -> !place.hangs(now)).count();
    }

    /** Null while it rests. The first one after a pause is the probe. */
    @Nullable
    Place take(long now) {
        boolean probing = !circuit.closed();
        if (probing && !circuit.mayProbe(now)) {
            return null;
        }
        if (probing) {
            circuit.probe();
        }
        if (underWay.isEmpty()) {
            quietSince = now;
        }
        Place place = new Place(this, now, probing);
        underWay.add(place);
        return place;
    }

    /** Parameters as for {@link Circuit#heard}. */
    Change heard(Place place, Health health, @Nullable Duration wish, long now, double random) {
        Change change = circuit.heard(health, wish, place.probing, now, random);
        place.probing = false;
        return change;
    }

    void release(Place place, long now) {
        underWay.remove(place);
        quietSince = now;
        if (place.probing) {
            circuit.probeVanished();
        }
    }
}

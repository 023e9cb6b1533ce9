package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.dispatch.EffectRows.Room;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many effects may be under way: in all, and to one destination (scheme, host and port), so that a hanging receiver
 * cannot take every place. A destination that fails again and again keeps one place, to find out when it is back: were
 * several of them to hang, they would still leave places for the others.
 */
final class Capacity {

    private static final int SICK_AFTER = 5;

    /** Time to write the outcome down after the effect's own timeout. */
    static final Duration GRACE = Duration.ofSeconds(15);

    private final int inAll;
    private final int perDestination;
    private volatile List<EffectRule> effects = List.of();
    private final Map<String, Destination> byEffect = new ConcurrentHashMap<>();
    private final Map<String, Destination> byAddress = new HashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger turn = new AtomicInteger();

    Capacity(int inAll, int perDestination, Collection<EffectRule> effects) {
        this.inAll = inAll;
        this.perDestination = perDestination;
        configure(effects);
    }

    /** From now on there is room for these only; what is under way for others still gives its place back. */
    synchronized void configure(Collection<EffectRule> newer) {
        for (EffectRule effect : newer) {
            // One that moved stays with its first destination: counts of what is under way must come out even.
            byEffect.putIfAbsent(
                    effect.name(),
                    byAddress.computeIfAbsent(
                            effect.target().destination(),
                            address -> new Destination(
                                    Math.min(perDestination, effect.target().atOnce()))));
        }
        effects = List.copyOf(newer);
    }

    List<EffectRule> configured() {
        return effects;
    }

    /** The free places, dealt out one by one so that every effect gets its share. Effects without one are left out. */
    List<Room> rooms() {
        List<EffectRule> all = effects;
        Map<EffectRule, Integer> dealt = new LinkedHashMap<>();
        Map<Destination, Integer> taken = new HashMap<>();
        int first = turn.getAndIncrement();
        int free = inAll - underWay.get();
        boolean more = true;
        while (more) {
            more = false;
            for (int i = 0; i < all.size() && free > 0; i++) {
                EffectRule effect = all.get(Math.floorMod(first + i, all.size()));
                Destination destination = destination(effect.name());
                if (destination.underWay.get() + taken.getOrDefault(destination, 0) < destination.places()) {
                    dealt.merge(effect, 1, Integer::sum);
                    taken.merge(destination, 1, Integer::sum);
                    free--;
                    more = true;
                }
            }
        }
        List<Room> rooms = new ArrayList<>();
        dealt.forEach((effect, places) -> rooms.add(
                new Room(effect.name(), places, effect.target().timeout().plus(GRACE))));
        return rooms;
    }

    /** Whether nothing is under way. */
    boolean idle() {
        return underWay.get() == 0;
    }

    void take(String effect) {
        underWay.incrementAndGet();
        destination(effect).underWay.incrementAndGet();
    }

    void release(String effect) {
        underWay.decrementAndGet();
        destination(effect).underWay.decrementAndGet();
    }

    /** @param well whether the receiver answered with a decision, be it a no */
    void heard(String effect, boolean well) {
        destination(effect).failures.updateAndGet(failures -> well ? 0 : Math.min(SICK_AFTER, failures + 1));
    }

    private Destination destination(String effect) {
        return Objects.requireNonNull(byEffect.get(effect), effect);
    }

    /** Identity matters: one object per address. */
    private static final class Destination {
        private final AtomicInteger underWay = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();
        private final int most;

        Destination(int most) {
            this.most = most;
        }

        int places() {
            return failures.get() < SICK_AFTER ? most : 1;
        }
    }
}

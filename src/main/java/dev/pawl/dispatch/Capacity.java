package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.dispatch.EffectRows.Room;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

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
    /** Names of {@link #effects}, those that went longest without a place first. */
    private List<String> turns = List.of();

    Capacity(int inAll, int perDestination, Collection<EffectRule> effects) {
        this.inAll = inAll;
        this.perDestination = perDestination;
        configure(effects);
    }

    /** From now on there is room for these only; what is under way for others still gives its place back. */
    synchronized void configure(Collection<EffectRule> newer) {
        for (EffectRule effect : newer) {
            byEffect.put(
                    effect.name(),
                    byAddress.computeIfAbsent(
                            effect.target().destination(),
                            address -> new Destination(
                                    Math.min(perDestination, effect.target().atOnce()))));
        }
        effects = List.copyOf(newer);
        turns = newer.stream().map(EffectRule::name).toList();
    }

    List<EffectRule> configured() {
        return effects;
    }

    /**
     * The free places, dealt out one by one so that every effect gets its share. Whoever gets none is first the next time;
     * nobody is called later for those whose destination is full, as its next free place does that.
     */
    synchronized Deal deal() {
        Map<String, Integer> dealt = new LinkedHashMap<>();
        Map<Destination, Integer> taken = new HashMap<>();
        int free = inAll - underWay.get();
        boolean more = true;
        while (more) {
            more = false;
            for (int i = 0; i < turns.size() && free > 0; i++) {
                Destination destination = destination(turns.get(i));
                if (destination.free() > taken.getOrDefault(destination, 0)) {
                    dealt.merge(turns.get(i), 1, Integer::sum);
                    taken.merge(destination, 1, Integer::sum);
                    free--;
                    more = true;
                }
            }
        }
        List<String> without =
                turns.stream().filter(name -> !dealt.containsKey(name)).toList();
        turns = Stream.concat(without.stream(), dealt.keySet().stream()).toList();
        List<Room> rooms = effects.stream()
                .filter(effect -> dealt.containsKey(effect.name()))
                .map(effect -> new Room(
                        effect.name(),
                        Objects.requireNonNull(dealt.get(effect.name())),
                        effect.target().timeout().plus(GRACE)))
                .toList();
        return new Deal(
                rooms,
                without.stream().filter(name -> destination(name).free() > 0).toList());
    }

    /**
     * One deal of the free places.
     *
     * @param leftOut names of effects that got none although their destination has one: others have it
     */
    record Deal(List<Room> rooms, List<String> leftOut) {}

    /** Whether nothing is under way. */
    boolean idle() {
        return underWay.get() == 0;
    }

    /** The destination has to be given back: the effect may have moved to another one by then. */
    Destination take(String effect) {
        Destination destination = destination(effect);
        underWay.incrementAndGet();
        destination.underWay.incrementAndGet();
        return destination;
    }

    void release(Destination destination) {
        underWay.decrementAndGet();
        destination.underWay.decrementAndGet();
    }

    private Destination destination(String effect) {
        return Objects.requireNonNull(byEffect.get(effect), effect);
    }

    /** Identity matters: one object per address. */
    static final class Destination {
        private final AtomicInteger underWay = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();
        private final int most;

        private Destination(int most) {
            this.most = most;
        }

        /** @param well whether the receiver answered with a decision, be it a no */
        void heard(boolean well) {
            failures.updateAndGet(before -> well ? 0 : Math.min(SICK_AFTER, before + 1));
        }

        private int free() {
            return (failures.get() < SICK_AFTER ? most : 1) - underWay.get();
        }
    }
}

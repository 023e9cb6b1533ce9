package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.Target;
import dev.pawl.dispatch.Destination.Place;
import dev.pawl.dispatch.EffectRows.Room;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many effects may be under way. Every destination has a place of its own; what HTTP receivers have beyond that comes
 * from a common number. Attempts that hang do not count for it: however many receivers hang, the others have all of it.
 * Kafka and SQL effects share nothing with them.
 *
 * <p>Times are {@link System#nanoTime}. Confined to one thread, but for {@link #idle}.
 */
final class Capacity {

    /** Time to write the outcome down after the effect's own timeout. */
    static final Duration GRACE = Duration.ofSeconds(15);

    private final int shared;
    private final int perDestination;
    private List<EffectRule> effects = List.of();
    private final Map<String, Destination> byEffect = new HashMap<>();
    private final Map<String, Destination> byAddress = new HashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    /** Names of {@link #effects}, those that got the fewest places first. */
    private List<String> turns = List.of();

    /**
     * @param shared by all HTTP receivers
     * @param perDestination how many one destination can have at most
     */
    Capacity(int shared, int perDestination, Collection<EffectRule> effects) {
        this.shared = shared;
        this.perDestination = perDestination;
        configure(effects);
    }

    /** From now on there is room for these only; what is under way for others still gives its place back. */
    void configure(Collection<EffectRule> newer) {
        for (EffectRule effect : newer) {
            Target target = effect.target();
            boolean sharing = target.fold(http -> true, sql -> false, kafka -> false);
            byEffect.put(
                    effect.name(),
                    byAddress.computeIfAbsent(
                            target.destination(),
                            address -> new Destination(address, Math.min(perDestination, target.atOnce()), sharing)));
        }
        effects = List.copyOf(newer);
        turns = newer.stream().map(EffectRule::name).toList();
    }

    List<EffectRule> configured() {
        return effects;
    }

    /** Those that are configured now. */
    List<Destination> destinations() {
        return effects.stream()
                .map(effect -> destination(effect.name()))
                .distinct()
                .toList();
    }

    /**
     * The free places, dealt out one by one so that every effect gets its share. Whoever gets least is first the next time;
     * nobody is called later for those whose destination is full, as its next free place does that.
     */
    Deal deal(long now) {
        Map<String, Integer> dealt = new HashMap<>();
        Map<Destination, Integer> given = new HashMap<>();
        int free = free(now);
        int left = free;
        boolean more = true;
        while (more) {
            more = false;
            for (String name : turns) {
                Destination destination = destination(name);
                int before = given.getOrDefault(destination, 0);
                int cost = destination.shared(before + 1, now) - destination.shared(before, now);
                if (destination.room(now) > before && cost <= left) {
                    dealt.merge(name, 1, Integer::sum);
                    given.put(destination, before + 1);
                    left -= cost;
                    more = true;
                }
            }
        }
        List<String> without =
                turns.stream().filter(name -> !dealt.containsKey(name)).toList();
        turns = turns.stream()
                .sorted(Comparator.comparing(name -> dealt.getOrDefault(name, 0)))
                .toList();
        return new Deal(
                rooms(dealt),
                without.stream()
                        .filter(name -> couldHave(destination(name), free, now))
                        .toList(),
                without.isEmpty() ? null : againIn(now));
    }

    private int free(long now) {
        int used = byAddress.values().stream()
                .mapToInt(destination -> destination.shared(0, now))
                .sum();
        return Math.max(0, shared - used);
    }

    private static boolean couldHave(Destination destination, int free, long now) {
        return destination.room(now) > 0 && destination.shared(1, now) - destination.shared(0, now) <= free;
    }

    private List<Room> rooms(Map<String, Integer> dealt) {
        return effects.stream()
                .filter(effect -> dealt.containsKey(effect.name()))
                .map(effect -> new Room(
                        effect.name(),
                        Objects.requireNonNull(dealt.get(effect.name())),
                        effect.target().timeout().plus(GRACE)))
                .toList();
    }

    private @Nullable Duration againIn(long now) {
        return destinations().stream()
                .flatMap(destination -> Stream.ofNullable(destination.roomIn(now)))
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /**
     * One deal of the free places.
     *
     * @param leftOut names of effects that got none although their destination has one: others have it
     * @param againIn when there may be more for those that got none, even if nothing ends until then; null: not by time
     */
    record Deal(
            List<Room> rooms,
            List<String> leftOut,
            @Nullable Duration againIn) {}

    /** Whether nothing is under way. */
    boolean idle() {
        return underWay.get() == 0;
    }

    /** Null while its destination rests. The effect may have moved to another destination when the place is given back. */
    @Nullable
    Place take(String effect, long now) {
        Place place = destination(effect).take(now);
        if (place != null) {
            underWay.incrementAndGet();
        }
        return place;
    }

    void release(Place place, long now) {
        place.at().release(place, now);
        underWay.decrementAndGet();
    }

    private Destination destination(String effect) {
        return Objects.requireNonNull(byEffect.get(effect), effect);
    }
}

package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Transition.Kind;
import dev.pawl.core.outbound.EffectRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for effects whose endings move operations of one machine in a circle. What happens without anybody's word counts,
 * too: an open operation expires or becomes unknown in time, and an effect of that may put it back to where it was.
 */
final class EffectCircles {

    private final Machine machine;
    /** From place to place, and the effect whose ending leads there. A place is a state, maybe with a status of the engine. */
    private final Map<String, Map<String, String>> moves = new TreeMap<>();

    /** From place to place by time alone. */
    private final Map<String, Set<String>> drifts = new HashMap<>();

    /**
     * A way that comes back to where it began.
     *
     * @param path first and last are the same
     * @param effect that leads from the first to the second
     */
    record Circle(List<String> path, String effect) {}

    EffectCircles(Machine machine) {
        this.machine = machine;
        for (Machine.State state : machine.states().values()) {
            boolean expires = state.expireAfter() != null;
            if (state.status() == Status.PROCESSING && (expires || state.reconcileAfter() != null)) {
                // Expiry asks the provider, too, and nobody may answer.
                drift(state.name(), place(state, Status.UNKNOWN));
            }
            if (state.status() == Status.PROCESSING && expires) {
                drift(state.name(), place(state, Status.EXPIRED));
                drift(place(state, Status.UNKNOWN), place(state, Status.EXPIRED));
            }
        }
    }

    private void drift(String from, String to) {
        drifts.computeIfAbsent(from, place -> new TreeSet<>()).add(to);
    }

    private static String place(Machine.State state, Status status) {
        return state.name() + " (" + status.word() + ")";
    }

    void add(EffectRule rule) {
        for (String from : entered(machine, rule.when())) {
            add(from, from, rule);
        }
        for (Machine.State state : machine.states().values()) {
            if (says(rule.when(), Status.UNKNOWN, Set.of(Status.PROCESSING))) {
                add(place(state, Status.UNKNOWN), state.name(), rule);
            }
            if (says(rule.when(), Status.EXPIRED, Set.of(Status.PROCESSING, Status.UNKNOWN))) {
                add(place(state, Status.EXPIRED), state.name(), rule);
            }
        }
    }

    /** Asserting the state an operation is in moves nothing, and takes no status of the engine back. */
    private void add(String from, String state, EffectRule rule) {
        for (String to : rule.then().values()) {
            if (!state.equals(to) && machine.reach(state, to)) {
                moves.computeIfAbsent(from, place -> new LinkedHashMap<>()).put(to, rule.name());
            }
        }
    }

    /** States whose being entered causes the effect. */
    static Set<String> entered(Machine machine, EffectRule.When when) {
        Set<String> entered = new TreeSet<>();
        if (when.kind() == Kind.STATUS) {
            return entered;
        }
        for (Machine.State state : machine.states().values()) {
            boolean to = when.to() == null || when.to().contains(state.name());
            boolean status = when.status() == null
                    || when.status().contains(state.status().word());
            if (to && status) {
                entered.add(state.name());
            }
        }
        return entered;
    }

    /** Whether the effect is caused when the engine sets the status. */
    private static boolean says(EffectRule.When when, Status to, Collection<Status> from) {
        return (when.kind() == null || when.kind() == Kind.STATUS)
                && (when.to() == null || when.to().contains(to.word()))
                && (when.status() == null || when.status().contains(to.word()))
                && (when.from() == null
                        || from.stream().anyMatch(status -> when.from().contains(status.word())));
    }

    /** Null where every way ends. */
    @Nullable
    Circle first() {
        for (Map.Entry<String, Map<String, String>> start : moves.entrySet()) {
            for (Map.Entry<String, String> move : start.getValue().entrySet()) {
                List<String> rest = way(move.getKey(), start.getKey(), new HashSet<>());
                if (!rest.isEmpty()) {
                    List<String> path = new ArrayList<>(List.of(start.getKey()));
                    path.addAll(rest);
                    return new Circle(path, move.getValue());
                }
            }
        }
        return null;
    }

    /** From one place to the other, both included; empty where none leads there. */
    private List<String> way(String at, String goal, Set<String> met) {
        if (at.equals(goal)) {
            return List.of(goal);
        }
        if (!met.add(at)) {
            return List.of();
        }
        List<String> following =
                new ArrayList<>(moves.getOrDefault(at, Map.of()).keySet());
        following.addAll(drifts.getOrDefault(at, Set.of()));
        for (String next : following) {
            List<String> rest = way(next, goal, met);
            if (!rest.isEmpty()) {
                List<String> path = new ArrayList<>(List.of(at));
                path.addAll(rest);
                return path;
            }
        }
        return List.of();
    }
}

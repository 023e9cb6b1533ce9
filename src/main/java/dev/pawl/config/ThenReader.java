package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Transition.Kind;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code then} of an effect: what its ending says about the operation. Effects that move operations must not move them
 * in a circle for ever.
 */
final class ThenReader {

    static final Set<String> KEYS = Set.of("done", "rejected", "dead");

    private final Known known;

    ThenReader(Known known) {
        this.known = known;
    }

    Map<End, String> read(ConfigNode node, EffectRule.When when) {
        node.allow(KEYS, Set.of());
        Map<End, String> states = new EnumMap<>(End.class);
        if (node.isAbsent()) {
            return states;
        }
        if (when.attention() || when.kind() == Kind.ATTENTION || when.kind() == Kind.FIELDS) {
            node.mistake("is only for effects of moves and statuses", null);
            return states;
        }
        for (End end : End.values()) {
            ConfigNode at = node.at(end.word());
            String state = at.isAbsent() ? null : at.requiredText();
            if (state != null) {
                states.put(end, state);
                check(at, when, state);
            }
        }
        return states;
    }

    private void check(ConfigNode node, EffectRule.When when, String state) {
        if (!known.judgeable(when.source(), when.type(), when.machine())) {
            return;
        }
        for (Machine machine : known.machinesFor(when)) {
            if (!machine.knows(state)) {
                node.mistake(
                        "is " + node.shown() + ", which machine " + machine.name() + " has not",
                        Nearest.hint(node.shown(), machine.states().keySet()));
            } else if (causes(machine, when).stream().noneMatch(from -> machine.reach(from, state))) {
                node.mistake(
                        "is " + node.shown() + ", which no operation of machine " + machine.name()
                                + " can move to where this effect is caused",
                        null);
            }
        }
    }

    /** States an operation can be in when the effect is caused. */
    private static Set<String> causes(Machine machine, EffectRule.When when) {
        boolean statuses = when.kind() != Kind.MOVE
                && (when.to() == null
                        || when.to().contains(Status.UNKNOWN.word())
                        || when.to().contains(Status.EXPIRED.word()));
        return statuses ? machine.states().keySet() : entered(machine, when);
    }

    /** States whose being entered causes the effect. */
    private static Set<String> entered(Machine machine, EffectRule.When when) {
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

    /**
     * Notes effects that would cause each other without end. One that runs once ends every circle.
     *
     * @param places where each rule stands, by name
     */
    void refuseCycles(List<EffectRule> rules, Map<String, ConfigNode> places) {
        for (Machine machine : known.machines().values()) {
            Map<String, Map<String, String>> moves = new TreeMap<>();
            for (EffectRule rule : rules) {
                if (!rule.once()
                        && !rule.then().isEmpty()
                        && known.machinesFor(rule.when()).contains(machine)) {
                    addMoves(moves, machine, rule);
                }
            }
            List<String> circle = circle(moves);
            if (!circle.isEmpty()) {
                String from = circle.get(0);
                String name = Objects.requireNonNull(moves.get(from)).get(circle.get(1));
                ConfigNode place = Objects.requireNonNull(places.get(name));
                place.at("then")
                        .mistake(
                                "moves operations of machine " + machine.name() + " in a circle: "
                                        + String.join(" -> ", circle),
                                "once: true, or another state");
            }
        }
    }

    /** From state to state, by which effect. Asserting the state an operation is in moves nothing. */
    private static void addMoves(Map<String, Map<String, String>> moves, Machine machine, EffectRule rule) {
        for (String from : entered(machine, rule.when())) {
            for (String to : rule.then().values()) {
                if (!from.equals(to) && machine.reach(from, to)) {
                    moves.computeIfAbsent(from, state -> new LinkedHashMap<>()).put(to, rule.name());
                }
            }
        }
    }

    private static List<String> circle(Map<String, Map<String, String>> moves) {
        for (String start : moves.keySet()) {
            List<String> path = pathBack(moves, start, start, new TreeSet<>());
            if (path != null) {
                return path;
            }
        }
        return List.of();
    }

    private static @Nullable List<String> pathBack(
            Map<String, Map<String, String>> moves, String at, String start, Set<String> met) {
        for (String next : moves.getOrDefault(at, Map.of()).keySet()) {
            if (next.equals(start)) {
                return List.of(at, start);
            }
            if (met.add(next)) {
                List<String> rest = pathBack(moves, next, start, met);
                if (rest != null) {
                    return java.util.stream.Stream.concat(java.util.stream.Stream.of(at), rest.stream())
                            .toList();
                }
            }
        }
        return null;
    }
}

package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Transition.Kind;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

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
        return statuses ? machine.states().keySet() : EffectCircles.entered(machine, when);
    }

    /**
     * Notes effects that would cause each other without end. One that runs once ends every circle.
     *
     * @param places where each rule stands, by name
     */
    void refuseCycles(List<EffectRule> rules, Map<String, ConfigNode> places) {
        for (Machine machine : known.machines().values()) {
            EffectCircles circles = new EffectCircles(machine);
            rules.stream()
                    .filter(rule ->
                            !rule.once() && known.machinesFor(rule.when()).contains(machine))
                    .forEach(circles::add);
            EffectCircles.Circle circle = circles.first();
            if (circle != null) {
                Objects.requireNonNull(places.get(circle.effect()))
                        .at("then")
                        .mistake(
                                "moves operations of machine " + machine.name() + " in a circle: "
                                        + String.join(" -> ", circle.path()),
                                "once: true, or another state");
            }
        }
    }
}

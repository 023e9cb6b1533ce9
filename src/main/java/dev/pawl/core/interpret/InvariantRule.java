package dev.pawl.core.interpret;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.machine.Machine;
import java.util.HashMap;
import java.util.Map;

/**
 * Which values of an event must not change.
 *
 * @param always pointer by name
 * @param from pointers by name, by the state from which on they hold: those of {@code S} count when {@code S} or a state
 *     reachable from it is asserted
 */
public record InvariantRule(Map<String, Pointer> always, Map<String, Map<String, Pointer>> from) {

    public static final InvariantRule NONE = new InvariantRule(Map.of(), Map.of());

    public InvariantRule {
        always = Map.copyOf(always);
        Map<String, Map<String, Pointer>> copy = new HashMap<>();
        from.forEach((state, pointers) -> copy.put(state, Map.copyOf(pointers)));
        from = Map.copyOf(copy);
    }

    /** This rule with other places for the same names; what has no other place is left out. */
    public InvariantRule placedAt(Map<String, Pointer> places) {
        Map<String, Map<String, Pointer>> placed = new HashMap<>();
        from.forEach((state, pointers) -> placed.put(state, places(pointers, places)));
        return new InvariantRule(places(always, places), placed);
    }

    private static Map<String, Pointer> places(Map<String, Pointer> named, Map<String, Pointer> places) {
        Map<String, Pointer> placed = new HashMap<>(places);
        placed.keySet().retainAll(named.keySet());
        return placed;
    }

    Map<String, Pointer> at(Machine machine, String asserted) {
        if (from.isEmpty()) {
            return always;
        }
        Map<String, Pointer> all = new HashMap<>(always);
        from.forEach((state, pointers) -> {
            if (state.equals(asserted) || machine.reach(state, asserted)) {
                all.putAll(pointers);
            }
        });
        return all;
    }
}

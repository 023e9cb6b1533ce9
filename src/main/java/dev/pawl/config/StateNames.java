package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import org.jspecify.annotations.Nullable;

/** Checks words that must be states of a machine. */
final class StateNames {

    private StateNames() {}

    static @Nullable String state(ConfigNode node, Machine machine) {
        String state = node.requiredText();
        if (state != null && !machine.knows(state)) {
            node.mistake(
                    "is " + node.shown() + ", but machine " + machine.name() + " has no such state",
                    Nearest.hint(node.shown(), machine.states().keySet()));
            return null;
        }
        if (state != null && machine.state(state).retired()) {
            node.mistake(
                    "is " + node.shown() + ", which is retired in machine " + machine.name(),
                    "nothing can be said to be in a retired state any more");
            return null;
        }
        return state;
    }
}

package dev.pawl.config;

import dev.pawl.core.interpret.InvariantRule;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.machine.Machine;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code invariant}: a list of pointers, a map of names to pointers, or {@code { always, from: { state: … } }} with
 * either below. In a list the last segment of a pointer is its name.
 */
final class InvariantReader {

    private static final String ALWAYS = "always";
    private static final String FROM = "from";

    static final Set<String> BY_STATE = Set.of(ALWAYS, FROM);

    private final @Nullable Machine machine;
    private final Map<String, Pointer> known = new HashMap<>();

    /** @param machine null: wrong itself, so that states cannot be judged */
    InvariantReader(@Nullable Machine machine) {
        this.machine = machine;
    }

    InvariantRule read(ConfigNode node) {
        boolean byState = node.at(FROM).isMap()
                || node.at(ALWAYS).isMap()
                || node.at(ALWAYS).isList();
        if (!byState) {
            return new InvariantRule(pointers(node), Map.of());
        }
        node.allow(BY_STATE, Set.of());
        Map<String, Pointer> always = pointers(node.at(ALWAYS));
        Map<String, Map<String, Pointer>> from = new LinkedHashMap<>();
        node.at(FROM).entries().forEach((state, value) -> {
            if (machine != null && !machine.knows(state)) {
                value.mistake(
                        "is no state of machine " + machine.name(),
                        Nearest.hint(state, machine.states().keySet()));
            }
            from.put(state, pointers(value));
        });
        return new InvariantRule(always, from);
    }

    private Map<String, Pointer> pointers(ConfigNode node) {
        Map<String, Pointer> pointers = new LinkedHashMap<>();
        if (node.isMap()) {
            node.entries().forEach((name, value) -> add(pointers, name, value));
        } else {
            node.items().forEach(item -> add(pointers, null, item));
        }
        return pointers;
    }

    private void add(Map<String, Pointer> pointers, @Nullable String given, ConfigNode node) {
        Pointer pointer = Meaning.required(node, Pointer::parse);
        if (pointer == null) {
            return;
        }
        String name = given == null ? pointer.name() : given;
        if (name.isEmpty()) {
            node.mistake("has no name", "write { name: pointer } instead of a list");
            return;
        }
        Pointer other = known.putIfAbsent(name, pointer);
        if (other != null && !other.equals(pointer)) {
            node.mistake(
                    "has the name " + name + ", as another pointer has", "write { name: pointer } instead of a list");
        }
        pointers.put(name, pointer);
    }
}

package dev.pawl.config;

import dev.pawl.core.interpret.StateRule;
import dev.pawl.core.interpret.Template;
import dev.pawl.core.machine.Machine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code state}: {@code { at, map }} or {@code { value }}. */
final class StateReader {

    static final Set<String> KEYS = Set.of("at", "map", "value");

    private final @Nullable Machine machine;

    /** @param machine null: wrong itself, so that states cannot be judged */
    StateReader(@Nullable Machine machine) {
        this.machine = machine;
    }

    @Nullable
    StateRule read(ConfigNode node) {
        if (node.isAbsent()) {
            node.mistake("is missing", "{ at: …, map: { … } } or { value: … }");
            return null;
        }
        node.allow(KEYS, Set.of());
        if (!node.isMap()) {
            return null;
        }
        if (!node.at("value").isAbsent()) {
            if (!node.at("at").isAbsent() || !node.at("map").isAbsent()) {
                node.mistake("has both value and map", "either every event means the same state, or a text says which");
            }
            String state = state(node.at("value"));
            return state == null ? null : new StateRule.Fixed(state);
        }
        Template at = Meaning.optional(node.at("at"), Template::parse);
        Map<String, String> map = map(node.at("map"));
        return map.isEmpty() ? null : new StateRule.Mapped(at, map);
    }

    private Map<String, String> map(ConfigNode node) {
        Map<String, String> map = new LinkedHashMap<>();
        Map<String, ConfigNode> entries = node.entries();
        if (entries.isEmpty() && (node.isAbsent() || node.isMap())) {
            node.mistake("is missing or empty", "which of the provider's words means which state");
        }
        entries.forEach((word, value) -> {
            String state = state(value);
            if (state != null) {
                map.put(word, state);
            }
        });
        return map;
    }

    private @Nullable String state(ConfigNode node) {
        return machine == null ? node.requiredText() : StateNames.state(node, machine);
    }
}

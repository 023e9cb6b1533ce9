package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The presets that come with the program, and how a source's own keys are laid over them. */
final class PresetLibrary {

    private static final String FOLDER = "presets";

    /** Keys whose value is one of several shapes: half of one and half of another would mean neither. */
    private static final Set<String> WHOLE = Set.of("parse");

    private PresetLibrary() {}

    static List<String> names() {
        return BuiltIn.names(FOLDER);
    }

    /** @throws IllegalStateException for a name not among {@link #names()} */
    static JsonNode preset(String name) {
        return BuiltIn.yaml(FOLDER, name);
    }

    /**
     * The preset with the source's keys over it: maps are merged, everything else (lists too) is replaced, and null takes
     * a part of the preset away.
     */
    static ObjectNode merged(JsonNode preset, JsonNode source) {
        ObjectNode merged = preset.deepCopy();
        for (Map.Entry<String, JsonNode> own : source.properties()) {
            String key = own.getKey();
            JsonNode below = merged.get(key);
            JsonNode above = own.getValue();
            if (above.isNull() && below != null) {
                merged.remove(key);
            } else if (below != null && below.isObject() && above.isObject() && !replaces(key, above)) {
                merged.set(key, merged(below, above));
            } else {
                merged.set(key, above);
            }
        }
        return merged;
    }

    private static boolean replaces(String key, JsonNode above) {
        return WHOLE.contains(key) || (key.equals("state") && above.has("value"));
    }
}

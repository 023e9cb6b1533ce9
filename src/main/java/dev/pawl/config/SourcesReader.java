package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.machine.Machine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code sources}: lays each over its preset and looks at what they share. */
final class SourcesReader {

    static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");
    static final String NAMES = "lower-case letters, digits and -, at most 64";

    private final Map<String, Machine> machines;
    private final Set<String> machineNames;
    private final RetentionReader retention;
    private final Map<String, JsonNode> trees = new LinkedHashMap<>();
    private final Map<String, Source> usable = new LinkedHashMap<>();
    private final List<Known.Mapping> mappings = new ArrayList<>();
    private final Set<String> retired = new TreeSet<>();

    SourcesReader(Map<String, Machine> machines, Set<String> machineNames, RetentionReader retention) {
        this.machines = machines;
        this.machineNames = machineNames;
        this.retention = retention;
    }

    Sources read(ConfigNode node) {
        Map<String, ConfigNode> entries = node.entries();
        if (entries.isEmpty() && (node.isAbsent() || node.isMap())) {
            node.mistake("is missing or empty", "nothing can be received without a source");
        }
        boolean complete = true;
        Map<String, SourceReader> readers = new LinkedHashMap<>();
        for (Map.Entry<String, ConfigNode> entry : entries.entrySet()) {
            String name = entry.getKey();
            if (!NAME.matcher(name).matches()) {
                entry.getValue().mistake("is not a proper name of a source", NAMES);
            }
            ConfigNode whole = overPreset(entry.getValue());
            if (whole == null) {
                complete = false;
            } else {
                readers.put(name, new SourceReader(name, whole, machines, machineNames, retention));
                trees.put(name, whole.json());
            }
        }
        readers.forEach(this::read);
        SharedScopes scopes = new SharedScopes();
        readers.values().forEach(reader -> scopes.add(reader.names().scope(), reader.namings()));
        SharedConduct.check(readers, usable);
        oneOwnerForFormerNames(readers);
        return new Sources(usable, trees, mappings, new TreeSet<>(entries.keySet()), retired, complete);
    }

    private void read(String name, SourceReader reader) {
        Source source = reader.read();
        mappings.addAll(reader.mappings());
        if (reader.retired()) {
            retired.add(name);
        }
        if (source != null) {
            usable.put(name, source);
        }
    }

    /** The source with its preset under it; null, with a mistake, where there is no telling what it would be. */
    private static @Nullable ConfigNode overPreset(ConfigNode own) {
        if (own.isAbsent()) {
            own.mistake("is empty", "it needs a preset and secrets, or everything spelled out");
            return null;
        }
        if (!own.isMap()) {
            own.entries();
            return null;
        }
        ConfigNode preset = own.at("preset");
        if (preset.isAbsent()) {
            return own;
        }
        String name = preset.word(PresetLibrary.names());
        if (name == null) {
            own.allow(SourceReader.KEYS, Set.of());
            return null;
        }
        ObjectNode merged = PresetLibrary.merged(PresetLibrary.preset(name), own.json());
        return own.replacedBy(merged);
    }

    private static void oneOwnerForFormerNames(Map<String, SourceReader> readers) {
        Map<String, String> owners = new HashMap<>();
        readers.keySet().forEach(name -> owners.put(name, name));
        readers.forEach((name, reader) -> reader.names().formerly().forEach((former, node) -> {
            String owner = owners.putIfAbsent(former, name);
            if (owner != null) {
                node.mistake("is " + former + ", which belongs to source " + owner, "a former name has one source");
            }
        }));
    }
}

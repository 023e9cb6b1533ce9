package dev.pawl.config;

import dev.pawl.core.interpret.EventTypes;
import dev.pawl.core.interpret.Glob;
import dev.pawl.core.interpret.InvariantRule;
import dev.pawl.core.interpret.KeyHash;
import dev.pawl.core.interpret.KeyRule;
import dev.pawl.core.interpret.OperationRecipe;
import dev.pawl.core.interpret.StateRule;
import dev.pawl.core.interpret.Template;
import dev.pawl.core.lookup.StatusRecipe;
import dev.pawl.core.machine.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the operation types of one source, one after the other. */
final class OperationReader {

    static final Set<String> KEYS = Set.of(
            "machine",
            "when",
            "unless",
            "key",
            "reference",
            "state",
            "version",
            "invariant",
            "fields",
            "changes",
            "about",
            "status",
            "unique",
            "renew");
    static final Set<String> KEY = Set.of("at", "store", "same");
    private static final Set<String> LATER = Set.of("retention");
    static final Set<String> ABOUT = Set.of("effect", "initiator", "sameWhen", "newWhen", "keyMadeBy");
    private static final String PLAIN = "plain";
    private static final String HASH = "hash";
    static final Set<String> STORES = Set.of(PLAIN, HASH);
    static final Pattern TYPE = Pattern.compile("[a-z0-9_-]{1,64}");
    static final Pattern FIELD = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");

    private final Map<String, Machine> machines;
    private final Set<String> machineNames;
    private final List<Source.OperationType> types = new ArrayList<>();
    private final Map<String, StatusRecipe> status = new LinkedHashMap<>();
    private final AskingReader asking;
    private final @Nullable CommandTypeReader commands;

    /**
     * @param machineNames all, those of wrong machines too
     * @param asking how to ask about the types that do not say it themselves
     * @param commands null: the operations are read from events
     */
    OperationReader(
            Map<String, Machine> machines,
            Set<String> machineNames,
            AskingReader asking,
            @Nullable CommandTypeReader commands) {
        this.asking = asking;
        this.machines = machines;
        this.machineNames = machineNames;
        this.commands = commands;
    }

    /** What was read so far, for people. */
    List<Source.OperationType> types() {
        return types;
    }

    /** How to ask the provider, by the types read so far that it can be asked for. */
    Map<String, StatusRecipe> status() {
        return status;
    }

    /** Null, with the mistakes noted, where it is wrong. */
    @Nullable
    OperationRecipe read(String type, ConfigNode node) {
        int before = node.mistakes().count();
        if (!TYPE.matcher(type).matches()) {
            node.mistake(
                    "is not a proper name of an operation type", "lower-case letters, digits, - and _, at most 64");
        }
        node.allow(KEYS, LATER);
        String machineName = node.at("machine").word(machineNames);
        Machine machine = machineName == null ? null : machines.get(machineName);
        EventTypes when = commands == null ? when(node) : CommandTypeReader.when(type, node);
        boolean byHeader = commands != null && node.at("key").isAbsent();
        KeyRule key = byHeader ? CommandTypeReader.HEADER : key(node.at("key"));
        Template reference = Meaning.optional(node.at("reference"), Template::parse);
        StateRule state = new StateReader(machine).read(node.at("state"));
        Template version = Meaning.optional(node.at("version"), Template::parse);
        InvariantRule invariant = new InvariantReader(machine).read(node.at("invariant"));
        Map<String, Template> fields = fields(node.at("fields"));
        Set<String> changes = changes(node.at("changes"), fields.keySet());
        Map<String, String> about = about(node.at("about"));
        boolean hashed = key != null && key.hash() != null;
        StatusReader reader = new StatusReader(machine, invariant, fields.keySet(), changes);
        StatusRecipe asked = reader.read(node.at("status"));
        if (asked == null && node.at("status").isAbsent() && !hashed) {
            asked = asking.shared(reader);
        }
        if (hashed && !node.at("status").isAbsent()) {
            node.at("status").mistake("needs the key itself, of which only a hash is kept", "remove it: status: ~");
        }
        CommandTypeReader.Words words = CommandTypeReader.words(node, commands != null);
        if (node.mistakes().count() > before || machine == null || when == null || state == null || key == null) {
            return null;
        }
        if (asked != null) {
            status.put(type, asked);
        }
        String identity = byHeader ? CommandTypeReader.HEADER_TEXT : identityText(node.at("key"));
        types.add(new Source.OperationType(
                type, machine.name(), patterns(when.when()), patterns(when.unless()), identity, about));
        OperationRecipe recipe =
                new OperationRecipe(type, machine, when, key, reference, state, version, invariant, fields, changes);
        if (commands != null) {
            commands.add(recipe, !byHeader, node.at("invariant").isAbsent(), words);
        }
        return recipe;
    }

    private static String identityText(ConfigNode key) {
        return key.isText() ? key.json().textValue() : key.json().toString();
    }

    /** Null, with the mistakes noted, where nothing is matched. */
    private static @Nullable EventTypes when(ConfigNode operation) {
        ConfigNode node = operation.at("when");
        if (Items.none(node)) {
            node.mistake("is missing", "globs on the event type, such as \"payment.*\"");
        }
        List<Glob> when = globs(node);
        List<Glob> unless = globs(operation.at("unless"));
        return when.isEmpty() ? null : new EventTypes(when, unless);
    }

    private static List<Glob> globs(ConfigNode node) {
        return Items.texts(node.oneOrMore()).stream().map(Glob::new).toList();
    }

    private static List<String> patterns(List<Glob> globs) {
        return globs.stream().map(Glob::pattern).toList();
    }

    private static @Nullable KeyRule key(ConfigNode node) {
        if (!node.isMap()) {
            List<Template> at = identity(node, false);
            return at.isEmpty() ? null : KeyRule.plain(at);
        }
        node.allow(KEY, Set.of());
        List<Template> at = identity(node.at("at"), node.at("same").flag(false));
        String store = node.at("store").isAbsent() ? PLAIN : node.at("store").word(STORES);
        if (!HASH.equals(store)) {
            return at.isEmpty() || store == null ? null : KeyRule.plain(at);
        }
        KeyHash hash = hash(node.at("store"));
        return at.isEmpty() || hash == null ? null : new KeyRule(at, hash);
    }

    private static @Nullable KeyHash hash(ConfigNode node) {
        PawlKey key = node.pawlKey();
        if (key == null) {
            node.mistake("is hash, which needs " + PawlKey.VARIABLE, PawlKey.HINT);
            return null;
        }
        return new KeyHash(key.derived(PawlKey.Use.OPERATION_KEY));
    }

    /** @param same places that are written alike hold the same id: what one event has here, another one has there */
    private static List<Template> identity(ConfigNode node, boolean same) {
        List<Template> templates = new ArrayList<>();
        for (ConfigNode item : node.oneOrMore()) {
            Template template = Meaning.required(item, Template::parseIdentity);
            if (template != null) {
                apart(item, template, templates, same);
                templates.add(template);
            }
        }
        if (Items.none(node)) {
            node.mistake("is missing", "where the provider's stable business id is, such as /data/id");
        }
        return templates;
    }

    /** Two ids of different things that give one text would be one operation. */
    private static void apart(ConfigNode item, Template template, List<Template> before, boolean same) {
        if (before.stream().anyMatch(other -> !template.isWrittenLike(other) && template.meets(other))) {
            item.mistake(
                    "could give the same text as another of the list", "begin each with a word of its own and a :");
        } else if (!same && before.stream().anyMatch(template::isWrittenLike)) {
            item.mistake(
                    "could give the same text as another of the list",
                    "where both hold the same id: key: { at: [...], same: true }; else begin each with a word of its own"
                            + " and a :");
        }
    }

    private static Map<String, Template> fields(ConfigNode node) {
        Map<String, Template> fields = new LinkedHashMap<>();
        node.entries().forEach((name, value) -> {
            if (!FIELD.matcher(name).matches()) {
                value.mistake("is not a proper name of a field", "letters, digits, _ and -, at most 64");
            }
            Template template = Meaning.required(value, Template::parse);
            if (template != null) {
                fields.put(name, template);
            }
        });
        return fields;
    }

    private static Set<String> changes(ConfigNode node, Set<String> fields) {
        Set<String> changes = new LinkedHashSet<>();
        for (ConfigNode item : node.items()) {
            String name = item.requiredText();
            if (name != null && !fields.contains(name)) {
                item.mistake("is " + item.shown() + ", but there is no such field", Nearest.hint(item.shown(), fields));
            } else if (name != null) {
                changes.add(name);
            }
        }
        return changes;
    }

    private static Map<String, String> about(ConfigNode node) {
        node.allow(ABOUT, Set.of());
        Map<String, String> about = new LinkedHashMap<>();
        node.entries().forEach((name, value) -> {
            String text = value.text();
            if (text != null) {
                about.put(name, text);
            }
        });
        return about;
    }
}

package dev.pawl.config;

import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.CommandRecipe.Renew;
import dev.pawl.core.interpret.EventTypes;
import dev.pawl.core.interpret.Glob;
import dev.pawl.core.interpret.KeyRule;
import dev.pawl.core.interpret.OperationRecipe;
import dev.pawl.core.interpret.Template;
import dev.pawl.core.json.Pointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what an operation type of a source of commands has besides the usual, or has not. */
final class CommandTypeReader {

    static final String HEADER_TEXT = "{header:Idempotency-Key}";
    /** Stands for the key where the body names none; the header is read by its own rules. */
    static final KeyRule HEADER = KeyRule.plain(Template.parse(HEADER_TEXT).fold(List::of, problem -> List.of()));

    static final Map<String, Renew> RENEW = Arrays.stream(Renew.values())
            .collect(Collectors.toUnmodifiableMap(value -> value.name().toLowerCase(Locale.ROOT), Function.identity()));

    private final Renew usual;
    private final Map<String, CommandRecipe.Type> types = new LinkedHashMap<>();

    /**
     * What only commands know.
     *
     * @param renew null: as the source says
     */
    record Words(List<Pointer> unique, @Nullable Renew renew) {}

    /** @param usual who may renew where a type does not say */
    CommandTypeReader(Renew usual) {
        this.usual = usual;
    }

    /** By name; filled while the operations are read. */
    Map<String, CommandRecipe.Type> types() {
        return types;
    }

    void add(OperationRecipe operation, boolean keyMapped, boolean wholeBody, Words words) {
        Renew renew = words.renew() == null ? usual : words.renew();
        types.put(operation.type(), new CommandRecipe.Type(operation, keyMapped, wholeBody, words.unique(), renew));
    }

    /** The path names the type, so that there is nothing to match. */
    static EventTypes when(String type, ConfigNode operation) {
        for (String key : List.of("when", "unless")) {
            if (!operation.at(key).isAbsent()) {
                operation.at(key).mistake("is given, but the path of a command names the operation type", "remove it");
            }
        }
        if (isByEventType(operation.at("state"))) {
            operation.at("state").mistake("does not say where a command tells the state", "{ at: /status, map: … }");
        }
        return EventTypes.of(new Glob(type));
    }

    private static boolean isByEventType(ConfigNode state) {
        return state.isMap() && state.at("value").isAbsent() && state.at("at").isAbsent();
    }

    static Words words(ConfigNode operation, boolean command) {
        if (!command) {
            for (String key : List.of("unique", "renew")) {
                if (!operation.at(key).isAbsent()) {
                    operation.at(key).mistake("is for commands only", "kind: command");
                }
            }
            return new Words(List.of(), null);
        }
        List<Pointer> unique = new ArrayList<>();
        for (ConfigNode item : operation.at("unique").items()) {
            Pointer pointer = Meaning.required(item, Pointer::parse);
            if (pointer != null) {
                unique.add(pointer);
            }
        }
        return new Words(unique, renew(operation.at("renew")));
    }

    /** Null where absent or wrong. */
    static @Nullable Renew renew(ConfigNode node) {
        String word = node.isAbsent() ? null : node.word(RENEW.keySet());
        return word == null ? null : RENEW.get(word);
    }
}

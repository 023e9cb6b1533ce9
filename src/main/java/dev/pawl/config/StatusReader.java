package dev.pawl.config;

import dev.pawl.core.interpret.AnswerPlace;
import dev.pawl.core.interpret.AnswerPlace.Take;
import dev.pawl.core.interpret.InvariantRule;
import dev.pawl.core.interpret.StateRule;
import dev.pawl.core.interpret.Template;
import dev.pawl.core.interpret.TimeRule;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.lookup.StatusRecipe;
import dev.pawl.core.lookup.StatusText;
import dev.pawl.core.machine.Machine;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads an operation type's {@code status}: how to ask the provider for one operation. */
final class StatusReader {

    static final Set<String> KEYS =
            Set.of("request", "each", "take", "state", "occurredAt", "invariant", "fields", "notFoundFor");
    static final Set<String> REQUEST = Set.of("method", "url", "headers", "basic", "body");
    static final Map<String, Take> TAKE = Map.of("first", Take.FIRST, "last", Take.LAST);
    private static final String FIELD = "field:";
    private static final Duration NOT_FOUND_FOR = Duration.ofMinutes(10);

    private final @Nullable Machine machine;
    private final InvariantRule invariant;
    private final Set<String> fields;
    private final Set<String> changes;

    /**
     * @param machine null: wrong itself, so that states cannot be judged
     * @param invariant the operation's own
     * @param fields names of the operation's
     * @param changes those of them whose change is told
     */
    StatusReader(@Nullable Machine machine, InvariantRule invariant, Set<String> fields, Set<String> changes) {
        this.machine = machine;
        this.invariant = invariant;
        this.fields = fields;
        this.changes = changes;
    }

    /** Null where absent or, with the mistakes noted, where it is wrong. */
    @Nullable
    StatusRecipe read(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(KEYS, Set.of());
        return recipe(node, false);
    }

    /**
     * As {@link #read}, of a recipe that several types share: what this one does not have is left out. Null, too, where
     * none of its states is one of this type's.
     */
    @Nullable
    StatusRecipe readShared(ConfigNode node) {
        return recipe(node, true);
    }

    /** States this type can be said to be in; empty where its machine is wrong itself. */
    Set<String> states() {
        Set<String> states = new TreeSet<>();
        if (machine != null) {
            states.addAll(machine.states().keySet());
            states.removeIf(state -> !machine.accepts(state));
        }
        return states;
    }

    private @Nullable StateRule state(ConfigNode node, boolean shared) {
        StateRule rule = new StateReader(shared ? null : machine).read(node);
        if (!shared || rule == null || machine == null) {
            return rule;
        }
        if (rule instanceof StateRule.Mapped mapped) {
            Map<String, String> own = new LinkedHashMap<>(mapped.map());
            own.values().removeIf(state -> !machine.accepts(state));
            return own.isEmpty() ? null : new StateRule.Mapped(mapped.at(), own);
        }
        return rule.states().stream().allMatch(machine::accepts) ? rule : null;
    }

    private @Nullable StatusRecipe recipe(ConfigNode node, boolean shared) {
        int before = node.mistakes().count();
        StatusRecipe.Request request = request(node.at("request"), fields);
        AnswerPlace place = place(node);
        StateRule state = state(node.at("state"), shared);
        if (state instanceof StateRule.Mapped mapped && mapped.at() == null) {
            node.at("state").mistake("does not say where the answer tells the state", "at: /status");
        }
        TimeRule occurredAt = EventReader.time(node.at("occurredAt"));
        Map<String, Pointer> values = values(node.at("invariant"), shared);
        Map<String, Template> kept = kept(node.at("fields"), shared);
        Duration notFoundFor = node.at("notFoundFor").duration(NOT_FOUND_FOR);
        return node.mistakes().count() > before || request == null || state == null
                ? null
                : new StatusRecipe(
                        request, place, state, occurredAt, invariant.placedAt(values), kept, changes, notFoundFor);
    }

    private static AnswerPlace place(ConfigNode node) {
        EventPath each = Meaning.optional(node.at("each"), EventPath::parse);
        String take = node.at("take").isAbsent() ? null : node.at("take").word(TAKE.keySet());
        if (take != null && node.at("each").isAbsent()) {
            node.at("take").mistake("takes from no list", "each: where the list is in the answer");
        }
        return new AnswerPlace(
                each == null ? EventPath.BODY : each, take == null ? Take.FIRST : TAKE.getOrDefault(take, Take.FIRST));
    }

    /** @param fields names of those the texts may refer to */
    static StatusRecipe.@Nullable Request request(ConfigNode node, Set<String> fields) {
        if (node.isAbsent()) {
            node.mistake("is missing", "what to send: { method: GET, url: \"https://…/{key}\" }");
            return null;
        }
        node.allow(REQUEST, Set.of());
        String method = node.at("method").isAbsent() ? "GET" : node.at("method").word(FetchReader.METHODS);
        StatusText url = Meaning.required(node.at("url"), StatusText::parseAddress);
        Map<String, StatusText> headers = new LinkedHashMap<>();
        node.at("headers").entries().forEach((name, value) -> {
            StatusText text = Meaning.required(value, StatusText::parse);
            if (text != null) {
                headers.put(name, text);
            }
        });
        StatusText basic = Meaning.optional(node.at("basic"), StatusText::parse);
        StatusText body = Meaning.optional(node.at("body"), StatusText::parse);
        if (basic != null && headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase)) {
            node.at("basic").mistake("is given beside a header Authorization", "one of them");
        }
        if (method == null || url == null) {
            return null;
        }
        StatusRecipe.Request request = new StatusRecipe.Request(method, url, headers, basic, body);
        request.references().stream()
                .filter(reference ->
                        reference.startsWith(FIELD) && !fields.contains(reference.substring(FIELD.length())))
                .forEach(reference -> node.mistake(
                        "refers to {" + reference + "}, but there is no such field",
                        Nearest.hint(reference.substring(FIELD.length()), fields)));
        return request;
    }

    private Map<String, Pointer> values(ConfigNode node, boolean shared) {
        Set<String> known = new TreeSet<>(invariant.always().keySet());
        invariant.from().values().forEach(pointers -> known.addAll(pointers.keySet()));
        Map<String, Pointer> values = new LinkedHashMap<>();
        node.entries().forEach((name, value) -> {
            if (!known.contains(name) && !shared) {
                value.mistake("is no invariant field of the operation", Nearest.hint(name, known));
            }
            Pointer pointer = Meaning.required(value, Pointer::parse);
            if (pointer != null) {
                values.put(name, pointer);
            }
        });
        return values;
    }

    private Map<String, Template> kept(ConfigNode node, boolean shared) {
        Map<String, Template> kept = new LinkedHashMap<>();
        node.entries().forEach((name, value) -> {
            if (!fields.contains(name) && !shared) {
                value.mistake("is no field of the operation", Nearest.hint(name, fields));
            }
            Template template = Meaning.required(value, Template::parse);
            if (template != null && fields.contains(name)) {
                kept.put(name, template);
            }
        });
        return kept;
    }
}

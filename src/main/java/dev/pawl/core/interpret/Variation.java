package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.Event.Kind;
import dev.pawl.core.interpret.Template.Part;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.InboundRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One request for events, changed where a recipe reads it: for who plays the provider and has one sample. Every change gives
 * a new, unsigned request, or says why it cannot be made; whether it says what was wanted, the interpreter tells.
 */
public final class Variation {

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z]+_");
    private static final String NOWHERE = "the sample does not have it where the recipe reads it";

    private final Recipe recipe;
    private final InboundRequest request;

    public Variation(Recipe recipe, InboundRequest request) {
        this.recipe = recipe;
        this.request = request;
    }

    /** Each event is about an operation of its own that nobody knows, and names no business id that is anybody's. */
    public Parsed<InboundRequest> about(FreshName fresh) {
        return eachEvent((draft, event) -> {
            Set<Part> last = new HashSet<>();
            for (OperationRecipe operation : operations(event)) {
                Template key = firstPresent(operation.key().at(), event);
                if (key == null) {
                    return false;
                }
                Part naming = naming(key);
                if (naming == null) {
                    return false;
                }
                last.add(naming);
            }
            return references(event).stream().allMatch(part -> draft.renameIfThere(part, fresh))
                    && last.stream().allMatch(part -> draft.rename(part, fresh));
        });
    }

    /** Each event has an id of its own that nobody has sent. */
    public Parsed<InboundRequest> called(FreshName fresh) {
        Template id = recipe.id();
        return id == null
                ? Parsed.wrong("its events carry no id of their own")
                : eachEvent((draft, event) -> draft.rename(lastReference(id), fresh));
    }

    /** Events of this type of operation tell the state by this text. */
    public Parsed<InboundRequest> saying(String type, String text) {
        return eachEvent((draft, event) -> operations(event).stream()
                .filter(operation -> operation.type().equals(type))
                .allMatch(operation ->
                        operation.state() instanceof StateRule.Mapped mapped && says(draft, event, mapped.at(), text)));
    }

    private boolean says(Draft draft, Event event, @Nullable Template at, String text) {
        Template template = at == null ? firstPresent(recipe.type(), event) : at;
        Map<Part, String> values = template == null ? null : template.partsOf(text);
        return values != null
                && values.entrySet().stream().allMatch(entry -> draft.put(entry.getKey(), entry.getValue()));
    }

    /** The first of these invariant fields that can be changed is another one. */
    public Parsed<InboundRequest> differing(String type, Set<String> names) {
        List<Pointer> places = recipe.operations().stream()
                .filter(operation -> operation.type().equals(type))
                .flatMap(operation -> places(operation.invariant(), names).stream())
                .toList();
        for (Pointer place : places) {
            Parsed<InboundRequest> changed = eachEvent((draft, event) -> draft.change(new Part.Value(place)));
            if (changed instanceof Parsed.Meant<InboundRequest>) {
                return changed;
            }
        }
        return Parsed.wrong(places.isEmpty() ? "its sample has no field that is invariant" : NOWHERE);
    }

    private static List<Pointer> places(InvariantRule rule, Set<String> names) {
        Map<String, Pointer> places = new TreeMap<>(rule.always());
        rule.from().values().forEach(places::putAll);
        places.keySet().retainAll(names);
        return List.copyOf(places.values());
    }

    /** A change of one event; false where it cannot be made. */
    private interface Change {
        boolean make(Draft draft, Event event);
    }

    private Parsed<InboundRequest> eachEvent(Change change) {
        return BodyDocument.of(recipe.body(), request, request.body().length)
                .then(root -> recipe.each().events(root).then(events -> changed(root, events, change)));
    }

    private Parsed<InboundRequest> changed(JsonNode root, List<JsonNode> elements, Change change) {
        return DraftedBody.of(recipe, request).then(body -> {
            for (int n = 0; n < elements.size(); n++) {
                if (!change.make(new Draft(body, n), new Event(request, root, elements.get(n)))) {
                    return Parsed.wrong(NOWHERE);
                }
            }
            return Parsed.of(body.request());
        });
    }

    private List<OperationRecipe> operations(Event event) {
        String type = event.firstOf(recipe.type(), Kind.TEXT).text();
        return type == null
                ? List.of()
                : recipe.operations().stream()
                        .filter(operation -> operation.isAbout(type))
                        .toList();
    }

    private static @Nullable Template firstPresent(List<Template> templates, Event event) {
        return templates.stream()
                .filter(template -> event.read(template, Kind.IDENTITY).present())
                .findFirst()
                .orElse(null);
    }

    private List<Part> references(Event event) {
        return operations(event).stream()
                .flatMap(operation -> Stream.ofNullable(operation.reference()))
                .map(Variation::lastReference)
                .toList();
    }

    private static String prefix(String name) {
        Matcher found = PREFIX.matcher(name);
        return found.lookingAt() ? found.group() : "";
    }

    /** What tells things apart most: {@code {/project/id}:{/issue/id}}. */
    private static Part lastReference(Template template) {
        List<Part> references = references(template);
        return references.get(references.size() - 1);
    }

    /** The same of a key; null where all of it says something else, too: when, or what happened. */
    private @Nullable Part naming(Template key) {
        List<Part> references = references(key);
        recipe.type().forEach(type -> references.removeAll(references(type)));
        TimeRule time = recipe.occurredAt();
        if (time != null) {
            references.removeAll(references(time.at()));
        }
        return references.isEmpty() ? null : references.get(references.size() - 1);
    }

    private static List<Part> references(Template template) {
        List<Part> references = new ArrayList<>(template.parts());
        references.removeIf(Part.Literal.class::isInstance);
        return references;
    }

    /**
     * A name nobody has used.
     *
     * @param digits the same as a number, where a number stood
     */
    public record FreshName(String text, String digits) {
        FreshName of(int n) {
            return n == 0 ? this : new FreshName(text + "-" + n, digits + n);
        }
    }

    /** One event of a body that is being written. */
    private record Draft(DraftedBody body, int n) {
        /** A prefix stays: {@code tr_} may be what tells a payment from others. */
        boolean rename(Part part, FreshName fresh) {
            FreshName own = fresh.of(n);
            return body.change(part, n, old -> body.isNumber(part, n) ? own.digits() : prefix(old) + own.text());
        }

        boolean renameIfThere(Part part, FreshName fresh) {
            return body.isAbsent(part, n) || rename(part, fresh);
        }

        boolean put(Part part, String value) {
            return body.change(part, n, old -> value);
        }

        boolean change(Part part) {
            return body.change(part, n, old -> body.isNumber(part, n) ? "1" + old.replace("-", "") : old + "x");
        }
    }
}

package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.Template.Part;
import dev.pawl.core.json.Pointer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A body that a type of command can read: it has something at every place the recipe looks at, and nothing else. */
public final class CommandSample {

    private static final String SOMETHING = "1";

    private final CommandRecipe commands;
    private final CommandRecipe.Type type;

    public CommandSample(CommandRecipe commands, CommandRecipe.Type type) {
        this.commands = commands;
        this.type = type;
    }

    /**
     * Words of a sample.
     *
     * @param name stands for everything that tells one operation from others
     * @param state to be asserted; null: any
     * @param amount stands wherever any value will do
     */
    public record Words(String name, @Nullable String state, String amount, Instant at) {

        public static Words of(String name, Instant at) {
            return new Words(name, null, SOMETHING, at);
        }

        public Words saying(String other) {
            return new Words(name, other, amount, at);
        }

        /** Another payload for the same operation. */
        public Words differing() {
            return new Words(name, state, amount + SOMETHING, at);
        }

        public Words earlier() {
            return new Words(name, state, amount, at.minusSeconds(60));
        }
    }

    /** The body, JSON; or why none can be made. */
    public Parsed<byte[]> body(Words words) {
        if (!commands.recipe().body().equals(BodyFormat.JSON)) {
            return Parsed.wrong("only JSON can be made up");
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        OperationRecipe operation = type.operation();
        // What matters more comes later and stays.
        operation.fields().values().forEach(field -> put(body, field, words.amount()));
        operation
                .invariant()
                .from()
                .values()
                .forEach(places -> places.values().forEach(at -> put(body, at, words.amount())));
        operation.invariant().always().values().forEach(at -> put(body, at, words.amount()));
        put(body, operation.reference(), words.name());
        type.unique().forEach(at -> put(body, at, words.name()));
        put(body, operation.version(), SOMETHING);
        owner(body);
        TimeRule time = commands.recipe().occurredAt();
        if (time != null) {
            put(body, time.at(), time.format().write(words.at()));
        }
        if (type.keyMapped()) {
            put(body, operation.key().at().get(0), words.name());
        }
        if (type.wholeBody() && !words.amount().equals(SOMETHING)) {
            body.put("drill", words.amount());
        }
        return state(body, operation.state(), words.state());
    }

    private static Parsed<byte[]> state(ObjectNode body, StateRule rule, @Nullable String wanted) {
        if (rule instanceof StateRule.Mapped mapped && mapped.at() != null) {
            String text = mapped.map().entrySet().stream()
                    .filter(entry -> wanted == null || entry.getValue().equals(wanted))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .findFirst()
                    .orElse(null);
            if (text == null) {
                return Parsed.wrong("no text means " + wanted);
            }
            put(body, mapped.at(), text);
        }
        return Parsed.of(body.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void owner(ObjectNode body) {
        Recipe recipe = commands.recipe();
        put(
                body,
                recipe.account(),
                recipe.accounts().stream().sorted().findFirst().orElse("drill"));
        ModeRule mode = recipe.mode();
        if (mode != null) {
            mode.values().entrySet().stream()
                    .filter(entry -> recipe.accepted().takes(entry.getValue().alone()))
                    .findFirst()
                    .ifPresent(entry -> put(body, mode.at().get(0), entry.getKey()));
        }
    }

    private static void put(ObjectNode body, @Nullable Template template, String text) {
        if (template == null) {
            return;
        }
        Map<Part, String> values = template.partsOf(text);
        template.parts().forEach(part -> {
            if (part instanceof Part.Value value) {
                put(body, value.pointer(), values == null ? text : values.getOrDefault(part, text));
            }
        });
    }

    private static void put(ObjectNode body, Pointer pointer, String text) {
        ObjectNode parent = body;
        for (String segment :
                pointer.segments().subList(0, Math.max(0, pointer.segments().size() - 1))) {
            parent = parent.get(segment) instanceof ObjectNode child ? child : parent.putObject(segment);
        }
        if (!pointer.segments().isEmpty()) {
            parent.put(pointer.name(), text);
        }
    }
}

package dev.pawl.config;

import static dev.pawl.config.ConfigSchema.byName;
import static dev.pawl.config.ConfigSchema.either;
import static dev.pawl.config.ConfigSchema.flag;
import static dev.pawl.config.ConfigSchema.list;
import static dev.pawl.config.ConfigSchema.quantity;
import static dev.pawl.config.ConfigSchema.ref;
import static dev.pawl.config.ConfigSchema.text;
import static dev.pawl.config.ConfigSchema.texts;
import static dev.pawl.config.ConfigSchema.whole;
import static dev.pawl.config.ConfigSchema.word;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.machine.Status;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What {@code pawl.yaml} may say of operations, machines and effects. */
final class MappingSchema {

    private MappingSchema() {}

    static void define(ConfigSchema schema) {
        operations(schema);
        asking(schema);
        machines(schema);
        effects(schema);
    }

    private static void operations(ConfigSchema schema) {
        schema.define(
                "operation",
                "One operation type",
                Map.ofEntries(
                        Map.entry("machine", text("A built-in machine, or one of yours")),
                        Map.entry("when", texts("Globs on the event type")),
                        Map.entry(
                                "key",
                                either(
                                        "The provider's stable business id; of a list the first complete one",
                                        texts(""),
                                        ref("hashedKey"))),
                        Map.entry("reference", text("Your own id of it")),
                        Map.entry("state", ref("state")),
                        Map.entry("version", text("A number that grows; orders instead of the time")),
                        Map.entry(
                                "invariant",
                                either("What never changes", list(text(""), ""), ref("byState"), byName(text(""), ""))),
                        Map.entry("fields", byName(text(""), "What is kept on the operation")),
                        Map.entry("changes", list(text(""), "Fields whose change is a transition")),
                        Map.entry("about", ref("about")),
                        Map.entry("status", ref("status"))));
        schema.define(
                "hashedKey",
                "A personal key",
                Map.of("at", texts("Where"), "store", word(List.of("plain", "hash"), "hash: only its HMAC is kept")));
        ObjectNode pointers = either("", list(text(""), ""), byName(text(""), ""));
        schema.define(
                "byState", "By state", Map.of("always", pointers, "from", byName(pointers, "From this state on")));
        schema.define(
                "state",
                "Which state an event means",
                Map.of(
                        "at",
                        text("Default: the event type"),
                        "map",
                        byName(text(""), "The provider's words; any other is invalid"),
                        "value",
                        text("Every event means this one")));
        schema.define(
                "about",
                "For people",
                Map.of(
                        "effect", text("What happens in the world"),
                        "initiator", text("Who starts it"),
                        "sameWhen", text("When it is the same operation"),
                        "newWhen", text("When it is a new one"),
                        "keyMadeBy", text("Who makes the key")));
    }

    private static void asking(ConfigSchema schema) {
        schema.define(
                "status",
                "How to ask the provider for one operation",
                Map.of(
                        "request", ref("request"),
                        "each", text("Where the object is in the answer"),
                        "state", ref("state"),
                        "occurredAt", ref("time"),
                        "invariant", byName(text(""), "By the names of the operation's invariant"),
                        "fields", byName(text(""), "By the names of the operation's fields"),
                        "notFoundFor", quantity("So long a 404 means: not yet")));
        schema.define(
                "request",
                "What to send; {key}, {key:n}, {account}, {field:name}, {config:name}, {token}",
                Map.of(
                        "method", word(List.of("GET", "POST"), "Default GET"),
                        "url", text("Its host may come from config only"),
                        "headers", byName(text(""), ""),
                        "basic", text("user:password"),
                        "body", text("")));
    }

    private static void machines(ConfigSchema schema) {
        schema.define(
                "machine",
                "A state machine",
                Map.of(
                        "strict", flag("Only edges, no skipping"),
                        "parkFor", quantity("How long what comes too early waits"),
                        "states", byName(ref("machineState"), "By name"),
                        "retired", flag("Taken away although rows may use it")));
        schema.define(
                "machineState",
                "One state",
                Map.of(
                        "status",
                                word(
                                        Arrays.stream(Status.values())
                                                .filter(Status::comesFromState)
                                                .map(Status::word)
                                                .toList(),
                                        "The uniform phase"),
                        "initial", flag("An operation may begin here"),
                        "next", list(text(""), "States that may follow"),
                        "reconcileAfter", quantity("When the provider is asked"),
                        "reconcileAttempts", whole("How often"),
                        "expireAfter", quantity("When it counts as given up")));
    }

    private static void effects(ConfigSchema schema) {
        schema.define(
                "effect",
                "What a transition causes",
                Map.of(
                        "name", text("[a-z0-9-]{1,64}"),
                        "when", ref("when"),
                        "http", ref("http"),
                        "once", flag("At most once per operation"),
                        "maxAttempts", whole("Then it is dead"),
                        "backoff", ref("backoff"),
                        "retired", flag("Taken away although some are open")));
        schema.define(
                "when",
                "Which transitions; {} is every move and status",
                Map.of(
                        "source", text("Name"),
                        "type", text("Operation type"),
                        "machine", text("Name"),
                        "from", texts("States left"),
                        "to", texts("States entered"),
                        "status", texts("Statuses entered"),
                        "kind", texts("move, status, fields or attention"),
                        "attention", either("Attention raised or cleared", flag(""), texts(""))));
        schema.define(
                "http",
                "A receiver, signed as Standard Webhooks",
                Map.of(
                        "url", text("Where"),
                        "secret", text("whsec_ and base64, or text"),
                        "timeout", quantity("Default 10s"),
                        "rejectOn", list(whole(""), "Statuses that are a final no")));
        schema.define(
                "backoff",
                "Pauses between attempts",
                Map.of("first", quantity("Default 1s"), "max", quantity("Default 1h")));
    }
}

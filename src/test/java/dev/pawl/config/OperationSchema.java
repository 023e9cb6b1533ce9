package dev.pawl.config;

import static dev.pawl.config.SchemaParts.anyOf;
import static dev.pawl.config.SchemaParts.duration;
import static dev.pawl.config.SchemaParts.flag;
import static dev.pawl.config.SchemaParts.list;
import static dev.pawl.config.SchemaParts.map;
import static dev.pawl.config.SchemaParts.oneOrMore;
import static dev.pawl.config.SchemaParts.ref;
import static dev.pawl.config.SchemaParts.scalar;
import static dev.pawl.config.SchemaParts.text;
import static dev.pawl.config.SchemaParts.whole;
import static dev.pawl.config.SchemaParts.words;
import static dev.pawl.config.SchemaParts.wordsOr;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The schema of {@code event} and {@code operations}. */
final class OperationSchema {

    private OperationSchema() {}

    static void define(ObjectNode defs) {
        defs.set("event", event());
        defs.set("time", time());
        defs.set("eventMode", mode());
        defs.set("operation", operation());
        defs.set("operationKey", key());
        defs.set("state", state());
        defs.set("pointers", anyOf(list(text()), map(text())));
        defs.set("invariantByState", invariantByState());
        defs.set("about", about());
        defs.set("status", status());
        defs.set("statusRequest", statusRequest());
        defs.set("asking", asking());
        defs.set("askingLimits", limits());
    }

    private static ObjectNode event() {
        return new SchemaObject("Where events stand in a request and what they say about themselves.")
                .key("each", "JSON pointer to the list of events; empty or absent: the body is one.", text())
                .key("id", "The provider's id of the event.", text())
                .key("type", "What happened; of a list the first that is there.", oneOrMore(text()))
                .key("occurredAt", "The business time.", ref("time"))
                .key("account", "Whose event it is, where one source serves several accounts.", text())
                .key("mode", "Whether it is live or a test.", ref("eventMode"))
                .schema();
    }

    private static ObjectNode time() {
        return new SchemaObject("A time and how it is written.")
                .key("at", "Where it stands.", text())
                .key("unit", "How it is written: a word, or a date pattern.", VerifySchema.unit())
                .schema();
    }

    private static ObjectNode mode() {
        return new SchemaObject("Whether an event is live or a test.")
                .key("at", "Where it stands; of a list the first that is there.", oneOrMore(text()))
                .key("live", "The value that means live.", scalar())
                .key("test", "The value that means test; absent: the opposite of true or false.", scalar())
                .key(
                        "absent",
                        "What an event is that does not say; any: every source takes it. Absent: invalid.",
                        words(AcceptedReader.MODES))
                .schema();
    }

    private static ObjectNode operation() {
        return new SchemaObject("One type of business operation.")
                .key(
                        "machine",
                        "The machine whose states it goes through: a built-in one, or your own.",
                        wordsOr(BuiltInMachines.all().keySet(), text(MachineReader.NAME)))
                .key("when", "Globs on the event type.", oneOrMore(text()))
                .key(
                        "unless",
                        "Globs on event types that when matches and that are about something else.",
                        oneOrMore(text()))
                .key(
                        "key",
                        "The provider's stable business id; of a list the first that is there.",
                        anyOf(text(), list(text()), ref("operationKey")))
                .key("reference", "Your own id of it.", text())
                .key("state", "Which state an event means.", ref("state"))
                .key("version", "A number that grows with every change, where the provider tells one.", text())
                .key(
                        "invariant",
                        "What is never another value for the same operation.",
                        anyOf(ref("invariantByState"), ref("pointers")))
                .key("fields", "What is kept and told to the application.", map(OperationReader.FIELD, text()))
                .key("changes", "Names of fields whose change is told without a move, too.", list(text()))
                .key("about", "What it is, for people.", ref("about"))
                .key("status", "How the provider is asked for one.", ref("status"))
                .key("unique", "Commands: values of which there is one operation only.", list(text()))
                .key("renew", "Commands: who may run a failed one again.", words(CommandTypeReader.RENEW.keySet()))
                .schema();
    }

    private static ObjectNode key() {
        return new SchemaObject("A key, and what is special about it.")
                .key("at", "Where it stands; of a list the first that is there.", oneOrMore(text()))
                .key("same", "All places of the list hold the same id.", flag())
                .key("store", "plain, or hash: only its HMAC is kept.", words(OperationReader.STORES))
                .schema();
    }

    private static ObjectNode state() {
        return new SchemaObject("Which state is meant: { at, map }, { map } on the event type, or { value }.")
                .key("at", "Where the provider's word stands; absent: the event type.", text())
                .key("map", "States by the provider's words; any other word is invalid.", map(text()))
                .key("value", "The state that is always meant.", text())
                .schema();
    }

    private static ObjectNode invariantByState() {
        return new SchemaObject("What is invariant always, and from which state on.")
                .key("always", "In every state.", ref("pointers"))
                .key("from", "From a state on.", map(ref("pointers")))
                .schema();
    }

    private static ObjectNode about() {
        return new SchemaObject("What an operation is, for people.")
                .key("effect", "What happens in the world.", text())
                .key("initiator", "Who starts it.", text())
                .key("sameWhen", "When it is the same one.", text())
                .key("newWhen", "When it is a new one.", text())
                .key("keyMadeBy", "Who makes the key.", text())
                .schema();
    }

    private static ObjectNode status() {
        return recipe("How the provider is asked for one operation, and how its answer is read.")
                .schema();
    }

    private static ObjectNode asking() {
        return recipe(
                        "That the provider is asked what became of an operation. Without it nothing is asked. The recipe is"
                                + " for the operation types that have none of their own.")
                .key("token", "What the provider's API is asked with: {token}.", text())
                .key("limits", "How much the provider is asked.", ref("askingLimits"))
                .schema();
    }

    private static ObjectNode limits() {
        return new SchemaObject("How much the provider is asked.")
                .key("rate", "Questions of all replicas: 10/s, 90/m, 500/h; default 10/s.", SchemaParts.rate())
                .key("concurrency", "Questions of one replica at the same time; default 4.", whole(1, 100))
                .key("timeout", "How long to wait for an answer; default 5s, at most 1m.", duration())
                .schema();
    }

    private static SchemaObject recipe(String description) {
        return new SchemaObject(description)
                .key("request", "What is sent.", ref("statusRequest"))
                .key("each", "JSON pointer to a list in the answer that holds the one.", text())
                .key(
                        "take",
                        "Which one of that list: first, the default, or last, where the list grows.",
                        words(StatusReader.TAKE.keySet()))
                .key("state", "Which state the answer means.", ref("state"))
                .key("occurredAt", "The business time the answer tells.", ref("time"))
                .key("invariant", "Invariant fields in the answer, by name.", map(text()))
                .key("fields", "Fields in the answer, by name.", map(text()))
                .key("notFoundFor", "How long not found may mean not yet; default 10m.", duration());
    }

    private static ObjectNode statusRequest() {
        return new SchemaObject("What is sent to the provider.")
                .key("method", "Default GET.", words(FetchReader.METHODS))
                .key("url", "The address, with {key} or its parts.", text())
                .key("headers", "Headers.", map(text()))
                .key("basic", "user:password, instead of a header Authorization.", text())
                .key("body", "The body.", text())
                .schema();
    }
}

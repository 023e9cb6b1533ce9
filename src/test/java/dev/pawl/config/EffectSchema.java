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

/** The schema of {@code machines} and {@code effects}. */
final class EffectSchema {

    private EffectSchema() {}

    static void define(ObjectNode defs) {
        defs.set("machine", machine());
        defs.set("machineState", machineState());
        defs.set("effect", effect());
        defs.set("when", when());
        defs.set("http", http());
        defs.set("kafka", kafka());
        defs.set("verifyEffect", verify());
        defs.set("verifyRequest", verifyRequest());
        defs.set("verifyCondition", verifyCondition());
        defs.set("then", then());
        defs.set("backoff", backoff());
        defs.set("retired", retired());
    }

    private static ObjectNode machine() {
        return new SchemaObject("States and the ways between them.")
                .key("strict", "Only along the edges: what comes too early waits for its predecessor.", flag())
                .key("parkFor", "How long an event may wait for its predecessor; default 1h.", duration())
                .key("states", "The states by name.", map(MachineReader.NAME, ref("machineState")))
                .required("states")
                .schema();
    }

    private static ObjectNode machineState() {
        return new SchemaObject("A state.")
                .key("status", "What the state means for people.", words(MachineReader.STATUSES.keySet()))
                .key("initial", "An operation may begin here.", flag())
                .key("next", "States it may move to.", list(text()))
                .key("reconcileAfter", "When to begin asking the provider.", duration())
                .key("reconcileAttempts", "How often to ask; default 10.", whole(1, 1_000))
                .key("expireAfter", "When it is over without an answer.", duration())
                .key("retired", "Kept for operations that are still in it: nobody can assert it.", flag())
                .required("status")
                .schema();
    }

    private static ObjectNode effect() {
        return new SchemaObject("What is told to an application, and when.")
                .key("name", "A unique name; stored rows know the effect by it.", text(EffectReader.NAME))
                .key("when", "Which transitions; {} means all.", ref("when"))
                .key("http", "Whom to call.", ref("http"))
                .key("sql", "One statement with named parameters, run exactly once in Pawl's database.", text())
                .key("expectRows", "How many rows the statement has to change.", whole(1, 1_000_000))
                .key("parkFor", "How long the statement may wait before a person is asked; default 1h.", duration())
                .key("kafka", "Which topic records go to.", ref("kafka"))
                .key("once", "At most once for an operation.", flag())
                .key("maxAttempts", "How often to call; default 20.", whole(1, 1_000))
                .key("backoff", "The pauses between tries, which grow.", ref("backoff"))
                .key(
                        "repeat",
                        "When it is not known whether the receiver has it: send again under the same id (default),"
                                + " ask first, or never.",
                        words(RepeatReader.WORDS))
                .key("verify", "How to ask, for repeat: ask.", ref("verifyEffect"))
                .key("then", "What an ending says about the operation.", ref("then"))
                .required("name", "when")
                .anyRequired(new String[] {"http"}, new String[] {"sql"}, new String[] {"kafka"})
                .schema();
    }

    private static ObjectNode when() {
        return new SchemaObject("Which transitions an effect is for; what is absent does not matter.")
                .key("source", "Name of the source.", text())
                .key("type", "Operation type.", text())
                .key(
                        "machine",
                        "Name of the machine.",
                        wordsOr(BuiltInMachines.all().keySet(), text(MachineReader.NAME)))
                .key("from", "States, statuses or reasons it comes from.", oneOrMore(text()))
                .key("to", "States, statuses or reasons it leads to.", oneOrMore(text()))
                .key("status", "The operation's status afterwards.", oneOrMore(words(WhenReader.STATUSES)))
                .key("kind", "What kind of transition.", words(WhenReader.KINDS.keySet()))
                .key("attention", "Only what asks for a person's attention.", flag())
                .schema();
    }

    private static ObjectNode http() {
        return new SchemaObject("An HTTP receiver; calls are signed as Standard Webhooks says.")
                .key("url", "Its address, http or https.", text())
                .key(
                        "secret",
                        "The secrets the calls are signed with, whsec_ and base64 or text: a new one and those it replaces.",
                        oneOrMore(text()))
                .key("text", "What people are told, in place of the usual body.", text())
                .key("timeout", "How long to wait for an answer; default 10s, at most 5m.", duration())
                .key("rejectOn", "Answers that mean no for ever; 410 always does.", list(whole(300, 599)))
                .required("url")
                .anyRequired(new String[] {"secret"}, new String[] {"text"})
                .schema();
    }

    private static ObjectNode kafka() {
        return new SchemaObject("A topic of the cluster that KAFKA_BOOTSTRAP_SERVERS names.")
                .key("topic", "Its name.", text(KafkaTargetReader.TOPIC))
                .key(
                        "timeout",
                        "How long to wait for the cluster; the shortest one counts for all; default 10s, at most 5m.",
                        duration())
                .required("topic")
                .schema();
    }

    private static ObjectNode verify() {
        return new SchemaObject("How to ask a receiver whether it has an effect already.")
                .key("request", "What to send.", ref("verifyRequest"))
                .key("done", "The answer that says yes.", ref("verifyCondition"))
                .key("notDone", "The answer that says no; anything else is no answer.", ref("verifyCondition"))
                .required("request", "done", "notDone")
                .schema();
    }

    private static ObjectNode verifyRequest() {
        return new SchemaObject("A request; its texts may name {id}, {key}, {webhook-id} and {field:name}.")
                .key("method", "Default GET.", words(RepeatReader.METHODS))
                .key("url", "Its address, http or https, with a fixed host.", text())
                .key("headers", "By name.", map(text()))
                .required("url")
                .schema();
    }

    private static ObjectNode verifyCondition() {
        return new SchemaObject("When an answer says so.")
                .key("status", "Its status; default any 2xx.", oneOrMore(whole(200, 599)))
                .key("at", "A pointer into its JSON.", text())
                .key("value", "What stands there; default anything.", oneOrMore(scalar()))
                .schema();
    }

    private static ObjectNode then() {
        return new SchemaObject("States that an effect's ending asserts about its operation.")
                .key("done", "The receiver has it.", text())
                .key("rejected", "The receiver said no.", text())
                .key("dead", "Given up after every attempt.", text())
                .schema();
    }

    private static ObjectNode backoff() {
        return new SchemaObject("The pauses between tries, which grow.")
                .key("first", "The first pause; default 1s.", duration())
                .key("max", "The longest pause; default 1h.", duration())
                .schema();
    }

    private static ObjectNode retired() {
        return new SchemaObject("A machine or effect that is gone on purpose.")
                .key("name", "The effect's name.", text())
                .key("retired", "true.", flag())
                .required("retired")
                .schema();
    }

    static ObjectNode machines() {
        return map(MachineReader.NAME, anyOf(ref("machine"), ref("retired")));
    }

    static ObjectNode effects() {
        return list(anyOf(ref("effect"), ref("retired")));
    }
}

package dev.pawl.config;

import static dev.pawl.config.ConfigSchema.byName;
import static dev.pawl.config.ConfigSchema.either;
import static dev.pawl.config.ConfigSchema.flag;
import static dev.pawl.config.ConfigSchema.list;
import static dev.pawl.config.ConfigSchema.oneOrMore;
import static dev.pawl.config.ConfigSchema.quantity;
import static dev.pawl.config.ConfigSchema.ref;
import static dev.pawl.config.ConfigSchema.text;
import static dev.pawl.config.ConfigSchema.texts;
import static dev.pawl.config.ConfigSchema.whole;
import static dev.pawl.config.ConfigSchema.word;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.KeyFormat;
import dev.pawl.core.verify.SignatureEncoding;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code pawl.yaml} may say, with a word on each key. */
final class PawlSchema {

    private PawlSchema() {}

    static ConfigSchema model() {
        ConfigSchema schema = new ConfigSchema();
        file(schema);
        source(schema);
        verification(schema);
        keys(schema);
        answers(schema);
        MappingSchema.define(schema);
        return schema;
    }

    private static List<String> words(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static void file(ConfigSchema schema) {
        schema.define(
                "file",
                "Sources, machines and effects of one Pawl",
                Map.of(
                        "sources", byName(ref("source"), "Intakes, each served at POST /webhooks/<name>"),
                        "machines", byName(ref("machine"), "State machines of your own, beside the built-in ones"),
                        "effects", list(ref("effect"), "What transitions cause outside")));
    }

    private static void source(ConfigSchema schema) {
        schema.define(
                "source",
                "One account at one provider",
                Map.ofEntries(
                        Map.entry(
                                "preset",
                                word(
                                        PresetLibrary.names(),
                                        "A packaged description of the provider; any key of it can be overridden")),
                        Map.entry(
                                "secrets",
                                texts(
                                        "Signing secrets or public keys; any of them verifies, empty entries are skipped")),
                        Map.entry(
                                "verify",
                                oneOrMore(ref("verify"), "How requests are signed; of a list any recipe will do")),
                        Map.entry(
                                "mode",
                                word(List.of("live", "test", "any"), "Which events count, where events carry a mode")),
                        Map.entry("accounts", list(text(""), "Which accounts' events count; empty: all")),
                        Map.entry(
                                "body",
                                text(
                                        "json, form, form:<field>, form:<field>:base64, jws:/pointer or json:/pointer:base64")),
                        Map.entry("limit", quantity("Greatest body, such as 1MiB")),
                        Map.entry("scope", text("Sources of one scope share operations; default: the source's name")),
                        Map.entry("event", ref("event")),
                        Map.entry("operations", byName(ref("operation"), "Operation types, by name")),
                        Map.entry("observe", flag("Record and decide, cause no effects")),
                        Map.entry("config", byName(quantity(""), "Named constants for {config:name}")),
                        Map.entry("pending", flag("May start before its secret is known")),
                        Map.entry("retired", flag("Takes nothing in any longer")),
                        Map.entry("provider", ref("provider")),
                        Map.entry("acknowledgeWithin", quantity("How long the provider waits for an answer")),
                        Map.entry("retryWindow", quantity("How long the provider repeats, or lets people resend")),
                        Map.entry("configNeeds", byName(text(""), "What config must hold, explained")),
                        Map.entry("sample", ref("sample")),
                        Map.entry("methods", texts("Methods events come with; default POST")),
                        Map.entry("encodings", texts("Content codings that are taken: gzip")),
                        Map.entry("handshake", list(ref("handshake"), "What the provider asks beside events")),
                        Map.entry("success", ref("success"))));
        schema.define(
                "provider",
                "For people",
                Map.of(
                        "name", text("The provider's name"),
                        "docs", text("Where it documents its webhooks"),
                        "endpoint", text("Where at the provider the URL is entered"),
                        "secret", text("Which of its secrets is the one to configure")));
        schema.define(
                "sample",
                "One realistic event, for send, documentation and tests",
                Map.of(
                        "method", word(MethodsReader.DELIVERING, "Default POST"),
                        "query", text("Raw, without ?"),
                        "headers", byName(quantity(""), "Besides the signature's own"),
                        "body", text("May hold {config:name}"),
                        "expect", text("<operation type>.<state>, or ignored")));
        schema.define(
                "event",
                "Where an event's facts are; pointers are relative to the event, ^/ starts at the root",
                Map.of(
                        "each", text("Pointer to the events, * for each element; empty: the body is one"),
                        "id", text("The provider's id of the event"),
                        "type", texts("Event type; of a list the first complete one"),
                        "occurredAt", ref("time"),
                        "account", text("The provider's account"),
                        "mode", ref("mode")));
        schema.define(
                "time",
                "A time",
                Map.of("at", text("Where"), "unit", text("seconds, millis, iso8601, http-date or a pattern")));
        schema.define(
                "mode",
                "Live or test",
                Map.of(
                        "at",
                        text("Where"),
                        "live",
                        quantity("The value that means live"),
                        "test",
                        quantity("The value that means test; default: any other")));
    }

    private static void verification(ConfigSchema schema) {
        schema.define(
                "verify",
                "One way to sign",
                Map.of(
                        "algorithm", word(VerifyReader.algorithmWords(), "How"),
                        "signature", ref("signature"),
                        "signed", text("What the signature covers, such as \"{sig:t}.{body}\""),
                        "timestamp", ref("timestamp"),
                        "key", ref("key"),
                        "jws", ref("jws"),
                        "require", list(ref("condition"), "Further conditions, all must hold"),
                        "each", flag("Checked on every event, one failing refuses all"),
                        "covers", word(List.of("body", "fields", "none"), "How much of the body the signature proves"),
                        "once", text("A signed value that is good for one body only")));
        schema.define(
                "signature",
                "Where the signature is",
                Map.of(
                        "header", texts("Name, or several"),
                        "query", texts("Name of a query parameter"),
                        "form", texts("Name of a form field"),
                        "json", texts("Pointer into the body"),
                        "which", word(List.of("first", "any"), "Of several names: the first present, or each"),
                        "encoding", word(words(SignatureEncoding.values()), "How its bytes are written"),
                        "parse", ref("layout")));
        schema.define(
                "layout",
                "How the value is put together",
                Map.of(
                        "prefix", text("Before the signature, or before each item of a list"),
                        "optionalPrefix", text("Before the signature, where it is there"),
                        "pairs", text("Separator of name=value pairs"),
                        "take", text("Name of the pairs that are signatures"),
                        "equals", text("Instead of = in a pair"),
                        "list", text("Separator of a list of signatures"),
                        "bare", flag("Items without the prefix are signatures too"),
                        "positional", text("Separator of values by position"),
                        "names", texts("Names of the first positions; the rest are signatures"),
                        "base64json", text("Member of a JSON object in base64 that is the signature")));
        schema.define(
                "timestamp",
                "How old a request may be",
                Map.of(
                        "from", text("Where the time is, such as \"{sig:t}\""),
                        "unit", text("seconds, millis, iso8601, http-date or a pattern"),
                        "tolerance", quantity("Default 5m"),
                        "future", word(List.of("refuse", "accept"), "Times ahead of ours beyond the tolerance")));
        schema.define(
                "condition",
                "Something that must hold",
                Map.of(
                        "from", text("A reference to the request"),
                        "equals", quantity("What it must be; may hold references"),
                        "matches", text("Regular expression on the whole value"),
                        "optional", flag("Only where it is there")));
    }

    private static void keys(ConfigSchema schema) {
        schema.define(
                "key",
                "What is verified with",
                Map.of(
                        "encoding",
                                word(
                                        Arrays.stream(KeyEncoding.values())
                                                .map(KeyEncoding::word)
                                                .toList(),
                                        "How secrets are read"),
                        "apiKey", flag("The provider signs with its API key"),
                        "fetch", ref("fetch")));
        schema.define(
                "fetch",
                "A key that only the provider has",
                Map.of(
                        "url", text("https only"),
                        "hosts", texts("Allowed hosts; * stands for one label"),
                        "path", text("Regular expression on the path"),
                        "method", word(List.of("GET", "POST"), "Default GET"),
                        "headers", byName(text(""), "May hold {config:name}"),
                        "body", text("May hold {kid} and {config:name}"),
                        "id", text("Which key"),
                        "keys", ref("listed"),
                        "format", word(words(KeyFormat.values()), "What the answer is"),
                        "cache", quantity("How long an answer is kept")));
        schema.define(
                "listed",
                "Where keys are in a JSON answer",
                Map.of("each", text("The list"), "id", text("A key's id"), "key", text("The key")));
        schema.define(
                "jws",
                "Rules of a JSON Web Signature",
                Map.of(
                        "algorithms", texts("Those allowed"),
                        "detached", flag("The payload is the body"),
                        "x5c", either("The chain must end in a configured root", flag(""), ref("oids")),
                        "claims", byName(either("", texts(""), quantity("")), "What they must be"),
                        "bodyHash", ref("bodyHash"),
                        "maxAge", quantity("Since iat")));
        schema.define(
                "oids",
                "Marks of the certificates",
                Map.of("leaf", text("Object identifier"), "intermediate", text("Object identifier")));
        schema.define(
                "bodyHash",
                "A claim that holds the body's SHA-256",
                Map.of(
                        "claim",
                        text("Its name"),
                        "encoding",
                        word(words(SignatureEncoding.values()), "How it is written")));
    }

    private static void answers(ConfigSchema schema) {
        ObjectNode headers = byName(text(""), "May hold references");
        schema.define(
                "handshake",
                "A question of the provider and its answer",
                Map.of(
                        "method", word(List.of("GET", "HEAD", "OPTIONS", "POST"), "Default POST"),
                        "when", list(ref("condition"), "All must hold"),
                        "verified", flag("Only where the signature fits"),
                        "mac", ref("mac"),
                        "secret", text("Where the provider hands its secret over"),
                        "confirm", ref("confirm"),
                        "answer", ref("answer")));
        schema.define(
                "confirm",
                "An address to fetch after verification",
                Map.of("url", text("https only"), "hosts", texts("Allowed hosts")));
        schema.define(
                "mac",
                "What {mac} stands for",
                Map.of(
                        "algorithm", text("hmac-… or a plain hash"),
                        "encoding", word(words(SignatureEncoding.values()), "How it is written"),
                        "of", text("Over what"),
                        "key", ref("macKey")));
        schema.define(
                "macKey",
                "How the secret is read",
                Map.of(
                        "encoding",
                        word(
                                Arrays.stream(KeyEncoding.values())
                                        .map(KeyEncoding::word)
                                        .toList(),
                                "Default utf8")));
        Map<String, ObjectNode> answer = Map.of(
                "status",
                whole("HTTP status"),
                "headers",
                headers,
                "text",
                text("May hold references"),
                "json",
                ConfigSchema.anything("A JSON value; its texts may hold references"));
        schema.define("answer", "What is answered", answer);
        Map<String, ObjectNode> success = new java.util.HashMap<>(answer);
        success.put("mac", ref("mac"));
        schema.define("success", "The answer to what is committed", success);
    }
}

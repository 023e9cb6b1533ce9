package dev.pawl.config;

import static dev.pawl.config.SchemaParts.duration;
import static dev.pawl.config.SchemaParts.flag;
import static dev.pawl.config.SchemaParts.list;
import static dev.pawl.config.SchemaParts.map;
import static dev.pawl.config.SchemaParts.oneOrMore;
import static dev.pawl.config.SchemaParts.ref;
import static dev.pawl.config.SchemaParts.scalar;
import static dev.pawl.config.SchemaParts.size;
import static dev.pawl.config.SchemaParts.text;
import static dev.pawl.config.SchemaParts.words;
import static dev.pawl.config.SchemaParts.wordsOr;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** The JSON Schema of {@code pawl.yaml}, for editors. It refuses less than Pawl does, and nothing that Pawl takes. */
final class ConfigSchema {

    private ConfigSchema() {}

    static ObjectNode build() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "pawl.yaml");
        schema.setAll(root());
        ObjectNode defs = schema.putObject("$defs");
        defs.set("source", source());
        defs.set("retention", retention());
        VerifySchema.define(defs);
        ReceptionSchema.define(defs);
        OperationSchema.define(defs);
        BackfillSchema.define(defs);
        EffectSchema.define(defs);
        return schema;
    }

    /** As it is written to the file. */
    static String write() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        try {
            return new ObjectMapper().writer(printer).writeValueAsString(build()) + "\n";
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static ObjectNode root() {
        return new SchemaObject("What Pawl receives, how it reads it and whom it tells.")
                .key("sources", "Intakes by name: POST /webhooks/<name>.", map(SourcesReader.NAME, ref("source")))
                .key("machines", "Your own machines by name.", EffectSchema.machines())
                .key("effects", "What is told to applications.", EffectSchema.effects())
                .key("retention", "How long things are kept.", ref("retention"))
                .required("sources")
                .schema();
    }

    private static ObjectNode retention() {
        return new SchemaObject("How long things are kept.")
                .key("bodies", "Deliveries; default: as long as the provider sends again, at least 30d.", duration())
                .key("operations", "From the last change to the tombstone; default 400d.", duration())
                .key(
                        "tombstones",
                        "From then on; default never, which keeps them for ever.",
                        wordsOr(Set.of(RetentionReader.NEVER), duration()))
                .key(
                        "afterExpiry",
                        "What a fact about a tombstone means; default checked.",
                        words(RetentionReader.AFTER_EXPIRY.keySet()))
                .schema();
    }

    private static ObjectNode source() {
        return new SchemaObject("One intake; over a preset, or with everything spelled out.")
                .key("preset", "The preset below it.", words(PresetLibrary.names()))
                .key(
                        "kind",
                        "What is taken: webhooks (default), or commands, POST /operations/<name>/<type>.",
                        words(CommandSourceReader.KINDS))
                .key("callers", "Who may command: secrets by caller.", map(SourcesReader.NAME, oneOrMore(text())))
                .key(
                        "renew",
                        "Who may run a failed command again; default operator.",
                        words(CommandTypeReader.RENEW.keySet()))
                .key("secrets", "Secrets or public keys; any of them verifies.", oneOrMore(SchemaParts.orNull(text())))
                .key("verify", "How requests are proved; of a list any will do.", oneOrMore(ref("recipe")))
                .key("mode", "Whose events are taken; others are recorded as ignored.", words(AcceptedReader.MODES))
                .key("accounts", "Accounts whose events are taken; absent: all.", list(text()))
                .key(
                        "body",
                        "How bodies are written: json, form, form:<field>, jws:<pointer>, json:<pointer>:base64.",
                        text())
                .key("config", "Constants for {config:name}.", map(scalar()))
                .key("pending", "It may start without a secret: a handshake brings it.", flag())
                .key("limit", "The greatest body; default 1MiB.", size())
                .key(
                        "scope",
                        "Sources of one scope share operations; default: the source's name.",
                        text(SourcesReader.NAME))
                .key("event", "Where events stand and what they say.", ref("event"))
                .key("operations", "Operation types by name.", map(OperationReader.TYPE, ref("operation")))
                .key("backfill", "How the provider lists what it has sent; a token makes it happen.", ref("backfill"))
                .key("observe", "Record and decide, cause no effects.", flag())
                .key("status", "That and how the provider is asked what became of an operation.", ref("asking"))
                .key("retired", "It is gone on purpose.", flag())
                .key("retention", "How long things are kept, where it differs from the file's own.", ref("retention"))
                .key("formerly", "Names the source had before, oldest first.", oneOrMore(text(SourcesReader.NAME)))
                .key("methods", "Methods that carry events; default POST.", oneOrMore(words(MethodsReader.DELIVERING)))
                .key("encodings", "How bodies may be compressed.", oneOrMore(words(MethodsReader.ENCODINGS)))
                .key("handshake", "What the provider asks before it sends events.", oneOrMore(ref("handshake")))
                .key("success", "How a committed event is answered; default: Pawl's own JSON.", ref("success"))
                .key(
                        "refusal",
                        "The body of a 401: a problem, which is the default, or none.",
                        words(ReceptionReader.REFUSALS))
                .key("provider", "Who sends, for people.", ref("provider"))
                .key("acknowledgeWithin", "How long the provider waits for an answer.", duration())
                .key("retryWindow", "How long the provider sends again.", duration())
                .key("configNeeds", "What config must hold, explained.", map(scalar()))
                .key("sample", "One realistic event.", ref("sample"))
                .anyRequired(new String[][] {{"preset"}, {"verify", "event"}, {"verify", "kind"}})
                .schema();
    }
}

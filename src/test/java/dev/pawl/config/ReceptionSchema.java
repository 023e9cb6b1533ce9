package dev.pawl.config;

import static dev.pawl.config.SchemaParts.anything;
import static dev.pawl.config.SchemaParts.flag;
import static dev.pawl.config.SchemaParts.list;
import static dev.pawl.config.SchemaParts.map;
import static dev.pawl.config.SchemaParts.oneOrMore;
import static dev.pawl.config.SchemaParts.ref;
import static dev.pawl.config.SchemaParts.scalar;
import static dev.pawl.config.SchemaParts.text;
import static dev.pawl.config.SchemaParts.whole;
import static dev.pawl.config.SchemaParts.words;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The schema of what is answered, and of what is known about the provider. */
final class ReceptionSchema {

    private ReceptionSchema() {}

    static void define(ObjectNode defs) {
        defs.set("handshake", handshake());
        defs.set("confirm", confirm());
        defs.set("mac", mac());
        defs.set("macKey", macKey());
        defs.set("answer", answer("How a handshake is answered.").schema());
        defs.set(
                "success",
                answer("How a committed event is answered.")
                        .key("mac", "How the answer proves that we know the secret: {mac} in it.", ref("mac"))
                        .schema());
        defs.set("provider", provider());
        defs.set("sample", sample());
    }

    private static ObjectNode handshake() {
        return new SchemaObject("Something the provider asks before it sends events, and the answer.")
                .key("method", "Method of the request.", words(HandshakeReader.METHODS))
                .key("when", "Conditions that tell it from an event.", list(ref("condition")))
                .key("verified", "Whether it is signed like an event; default: a POST is, others are not.", flag())
                .key("mac", "How the answer proves that we know the secret: {mac} in it.", ref("mac"))
                .key("secret", "Where this request brings the source's secret.", scalar())
                .key("confirm", "An address that is called afterwards.", ref("confirm"))
                .key("answer", "The answer.", ref("answer"))
                .required("method")
                .schema();
    }

    private static ObjectNode confirm() {
        return new SchemaObject("An address that a verified handshake names and that is called.")
                .key("url", "Where it stands.", scalar())
                .key("hosts", "Hosts that may be called; * stands for whole labels.", oneOrMore(text()))
                .schema();
    }

    private static ObjectNode mac() {
        return new SchemaObject("What Pawl computes with the secret.")
                .key("algorithm", "How.", words(MacReader.ALGORITHMS.keySet()))
                .key("encoding", "How the bytes are written.", words(SignatureReader.ENCODINGS.keySet()))
                .key("of", "Of which text.", scalar())
                .key("key", "How the secret becomes the key.", ref("macKey"))
                .schema();
    }

    private static ObjectNode macKey() {
        return new SchemaObject("How the secret becomes the key.")
                .key("encoding", "How the secret is written; default utf8.", words(MacReader.KEYS.keySet()))
                .schema();
    }

    private static SchemaObject answer(String description) {
        return new SchemaObject(description)
                .key("status", "Default 200.", whole(200, 299))
                .key("headers", "Headers; a value may refer to the request.", map(scalar()))
                .key("text", "The body as text.", scalar())
                .key("json", "The body as JSON; texts in it may refer to the request.", anything());
    }

    private static ObjectNode provider() {
        return new SchemaObject("Who sends, for people.")
                .key("name", "The provider's name.", text())
                .key("docs", "Address of its documentation of webhooks.", text())
                .key("endpoint", "Where the source's URL is to be entered.", text())
                .key("secret", "Which of its secrets is meant.", text())
                .schema();
    }

    private static ObjectNode sample() {
        return new SchemaObject("One realistic event, unsigned.")
                .key("method", "Default POST.", words(MethodsReader.DELIVERING))
                .key("query", "The query, raw.", text())
                .key("headers", "Headers besides the signature's own.", map(scalar()))
                .key("body", "The body.", text())
                .key("expect", "What it leads to: type.state, or ignored.", text())
                .schema();
    }
}

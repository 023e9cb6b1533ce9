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
import static dev.pawl.config.SchemaParts.words;
import static dev.pawl.config.SchemaParts.wordsOr;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** The schema of {@code verify}. */
final class VerifySchema {

    private static final Set<String> UNITS = Set.of("seconds", "millis", "iso8601", "http-date");

    private VerifySchema() {}

    static void define(ObjectNode defs) {
        defs.set("recipe", recipe());
        defs.set("signature", signature());
        defs.set("parse", parse());
        defs.set("timestamp", timestamp());
        defs.set("condition", condition());
        defs.set("key", key());
        defs.set("fetch", fetch());
        defs.set("fetchedKeys", fetchedKeys());
        defs.set("jws", jws());
        defs.set("chain", chain());
        defs.set("bodyHash", bodyHash());
    }

    /** How a time is written. */
    static ObjectNode unit() {
        return wordsOr(UNITS, text());
    }

    private static ObjectNode recipe() {
        return new SchemaObject("One way in which a request can be proved to come from the provider.")
                .key(
                        "algorithm",
                        "What the proof is: a signature, a token, a password, or none at all.",
                        words(VerifyReader.algorithmWords()))
                .key(
                        "signature",
                        "Where the request carries the signature or token, and how it is written there.",
                        ref("signature"))
                .key("signed", "The text that is signed, such as {sig:t}.{body}.", scalar())
                .key("timestamp", "How old a request may be.", ref("timestamp"))
                .key("key", "How the secrets become keys, or where the keys are to be had.", ref("key"))
                .key("jws", "What is expected of a JSON Web Signature; only for algorithm jws.", ref("jws"))
                .key("require", "Further conditions; all must hold.", list(ref("condition")))
                .key("each", "Check every event of the request; one that fails refuses them all.", flag())
                .key(
                        "covers",
                        "How much of the body is proved. Less than all of it must be said.",
                        words(CoverageReader.WORDS.keySet()))
                .key(
                        "once",
                        "A value that may be used for one body only, for schemes that do not cover the body.",
                        scalar())
                .schema();
    }

    private static ObjectNode signature() {
        return new SchemaObject("Where a request carries its signature: one of header, query, form, json.")
                .key("header", "Name of the header, or of several.", oneOrMore(text()))
                .key("query", "Name of the query parameter.", text())
                .key("form", "Name of the form field.", text())
                .key("json", "JSON pointer to the member of the body.", text())
                .key(
                        "which",
                        "Of several headers the first that is there, or any of them.",
                        words(SignatureReader.WHICH))
                .key(
                        "encoding",
                        "How the bytes of the signature are written.",
                        words(SignatureReader.ENCODINGS.keySet()))
                .key("parse", "How the value is put together; absent: it is the signature.", ref("parse"))
                .schema();
    }

    private static ObjectNode parse() {
        return new SchemaObject(
                        "How a signature is put together: { prefix }, { optionalPrefix }, { pairs, take }, { list, prefix },"
                                + " { positional, names } or { base64json }.")
                .key("prefix", "What stands before the signature, or before each one of a list.", text())
                .key("optionalPrefix", "What may stand before the signature.", text())
                .key("pairs", "What separates pairs of name and value.", text())
                .key("take", "Name of the pairs that are signatures.", scalar())
                .key("equals", "What stands between name and value; default =.", text())
                .key("list", "What separates the items of a list.", text())
                .key("bare", "Items without the prefix are signatures, too.", flag())
                .key("positional", "What separates items known by their place.", text())
                .key("names", "Names of the first items; the rest are signatures.", list(text()))
                .key("base64json", "The value is JSON in base64; the signature is its member of this name.", text())
                .anyRequired(new String[][] {
                    {"prefix"}, {"optionalPrefix"}, {"pairs", "take"}, {"positional", "names"}, {"base64json"}
                })
                .schema();
    }

    private static ObjectNode timestamp() {
        return new SchemaObject("How old a request may be.")
                .key("from", "Where the time stands: one reference, such as {sig:t}.", scalar())
                .key("unit", "How it is written: a word, or a date pattern.", unit())
                .key("tolerance", "How far it may be from now; default 5m.", duration())
                .key(
                        "future",
                        "Whether a time far ahead is refused (the default) or accepted.",
                        words(TimestampReader.FUTURE))
                .schema();
    }

    private static ObjectNode condition() {
        return new SchemaObject("Something that must hold; with from alone: that must be there.")
                .key("from", "What is looked at, such as {header:X-Type}.", scalar())
                .key("equals", "What it must be.", scalar())
                .key("matches", "A regular expression for all of it.", text())
                .key("optional", "Only where it is there.", flag())
                .required("from")
                .schema();
    }

    private static ObjectNode key() {
        return new SchemaObject("How the secrets become keys, or where the keys are to be had.")
                .key("encoding", "How a secret or public key is written.", words(KeyReader.ENCODINGS.keySet()))
                .key("apiKey", "The provider signs with what is otherwise known as an API key.", flag())
                .key("fetch", "Ask the provider for its public key.", ref("fetch"))
                .schema();
    }

    private static ObjectNode fetch() {
        return new SchemaObject("How the provider is asked for a public key; https only, no redirect.")
                .key("url", "The address; it may come from the request, within hosts.", scalar())
                .key("hosts", "Hosts that may be asked; * stands for whole labels.", oneOrMore(text()))
                .key("path", "A regular expression for the path.", text())
                .key("method", "Default GET.", words(FetchReader.METHODS))
                .key("headers", "Headers of the question.", map(scalar()))
                .key("body", "Body of the question.", scalar())
                .key("id", "Which key; {kid} elsewhere. Default: the kid of a JSON Web Signature.", scalar())
                .key("keys", "Where in a JSON answer the keys are.", ref("fetchedKeys"))
                .key("format", "How the key is written.", words(FetchReader.FORMATS.keySet()))
                .key("subject", "The common names a certificate may bear.", oneOrMore(text()))
                .key("cache", "How long a key is kept; default 1h.", duration())
                .schema();
    }

    private static ObjectNode fetchedKeys() {
        return new SchemaObject("Where in a JSON answer the keys are.")
                .key("each", "JSON pointer to the list of keys.", text())
                .key("id", "JSON pointer to the id within an item.", text())
                .key("key", "JSON pointer to the key within an item.", text())
                .schema();
    }

    private static ObjectNode jws() {
        return new SchemaObject("What is expected of a JSON Web Signature.")
                .key("algorithms", "Which algorithms are allowed.", oneOrMore(words(JwsReader.ALGORITHMS.keySet())))
                .key("detached", "The body is what is signed and is left out of the token.", flag())
                .key(
                        "x5c",
                        "The token brings certificates that lead to the root under secrets.",
                        anyOf(flag(), ref("chain")))
                .key("claims", "What claims must say; of a list any will do.", map(oneOrMore(scalar())))
                .key("bodyHash", "Which claim holds the SHA-256 of the body.", ref("bodyHash"))
                .key("maxAge", "How old the token may be by its claim iat.", duration())
                .schema();
    }

    private static ObjectNode chain() {
        return new SchemaObject("Object identifiers the certificates must have.")
                .key("leaf", "Of the signer's own certificate.", text())
                .key("intermediate", "Of the one above it.", text())
                .schema();
    }

    private static ObjectNode bodyHash() {
        return new SchemaObject("Which claim holds the SHA-256 of the body.")
                .key("claim", "Name of the claim.", text())
                .key("encoding", "How it is written.", words(SignatureReader.ENCODINGS.keySet()))
                .schema();
    }
}

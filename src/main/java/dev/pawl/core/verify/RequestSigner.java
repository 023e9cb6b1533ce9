package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.WrittenJson;
import dev.pawl.core.verify.RequestText.Complete;
import dev.pawl.core.verify.RequestText.Rendered;
import dev.pawl.core.verify.TextPart.Reference;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plays the provider: makes requests that a recipe believes. What is signed and missing, such as an id or a time, is put
 * in; what is there stays, but the time and what proves the request.
 */
final class RequestSigner {

    /** Signs with a private key. */
    @FunctionalInterface
    interface Pen {
        byte @Nullable [] sign(SignatureAlgorithm algorithm, List<byte[]> content);

        /** What the key is called. */
        default String keyId() {
            return "key-1";
        }

        /** The signer's certificate and those above it, in base64. */
        default List<String> certificates() {
            return List.of();
        }
    }

    /** Of those who have shared secrets only. */
    static final Pen NO_PEN = (algorithm, content) -> null;

    private final VerificationRecipe recipe;
    private final @Nullable PublicUrl url;
    private final Map<String, String> given;
    private final Pen pen;

    RequestSigner(VerificationRecipe recipe, @Nullable PublicUrl url, Map<String, String> given, Pen pen) {
        this.recipe = recipe;
        this.url = url;
        this.given = given;
        this.pen = pen;
    }

    /** The request, signed; or why it cannot be. */
    Parsed<InboundRequest> sign(InboundRequest plain, Secret secret, Instant now) {
        Draft draft = new Draft(plain);
        Map<String, String> parts = new HashMap<>();
        if (recipe.timestamp() != null) {
            date(draft, parts, recipe.timestamp(), now);
        }
        complete(draft, parts, now);
        Proof proof = recipe.proof();
        if (proof instanceof Proof.Basic) {
            String pair = Base64.getEncoder().encodeToString(secret.text().getBytes(StandardCharsets.UTF_8));
            draft.put(new TextPart.Header("authorization"), "Basic " + pair);
            return Parsed.of(draft.request());
        }
        if (proof instanceof Proof.Token token) {
            String wire = token.place().isInBody()
                    ? secret.text()
                    : new String(secret.text().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return place(
                    draft,
                    token.place(),
                    scope -> Parsed.of(token.place().layout().write(wire, parts)));
        }
        if (proof instanceof Proof.Jws jws) {
            JwsWriter writer = new JwsWriter(jws.rule(), pen, now);
            return place(
                    draft,
                    jws.place(),
                    scope -> writer.write(scope.with(secret), jws.place().first(), shared(secret))
                            .then(token -> Parsed.of(jws.place().layout().write(token, parts))));
        }
        return proof instanceof Proof.Signed signed
                ? place(draft, signed.place(), scope -> signature(signed, scope.with(secret), parts, shared(secret)))
                : Parsed.wrong("an unknown kind of proof");
    }

    private @Nullable SharedKey shared(Secret secret) {
        return recipe.key() instanceof KeyRule.Configured configured ? secret.shared(configured.encoding()) : null;
    }

    private Parsed<String> signature(
            Proof.Signed proof, RequestScope plain, Map<String, String> parts, @Nullable SharedKey key) {
        Map<String, List<String>> named = new HashMap<>();
        parts.forEach((name, value) -> named.put(name, List.of(value)));
        RequestScope scope = plain.signed(named, proof.place().ownName());
        Rendered rendered = proof.signed().in(scope);
        if (!(rendered instanceof Complete content)) {
            return Parsed.wrong("the request lacks something that is signed: " + proof.signed());
        }
        byte[] made = key == null ? null : SignatureCheck.expected(proof.algorithm(), key, content.pieces());
        byte[] signature = made == null ? pen.sign(proof.algorithm(), content.pieces()) : made;
        return signature == null
                ? Parsed.wrong(
                        "only the provider can sign with " + proof.algorithm().word())
                : Parsed.of(proof.place().layout().write(proof.encoding().encode(signature), parts));
    }

    /** What proves a request, or one event of it. */
    private interface Writer {
        Parsed<String> write(RequestScope scope);
    }

    private Parsed<InboundRequest> place(Draft draft, SignaturePlace place, Writer writer) {
        RequestScope scope = RequestScope.of(draft.request(), url, given);
        if (place.first() instanceof TextPart.Json json) {
            return inBody(draft, scope, json, writer);
        }
        return writer.write(scope).then(value -> {
            draft.put(place.first(), value);
            return Parsed.of(draft.request());
        });
    }

    private Parsed<InboundRequest> inBody(Draft draft, RequestScope scope, TextPart.Json place, Writer writer) {
        WrittenJson body = scope.root();
        if (body == null) {
            return Parsed.wrong("the body is no JSON, but the signature belongs there");
        }
        List<WrittenJson> events = recipe.each() == null
                ? List.of(body)
                : body.elements(recipe.each()).fold(all -> all, problem -> List.of());
        for (WrittenJson event : events) {
            Parsed<String> value = writer.write(scope.at(event));
            if (value instanceof Parsed.Wrong<String> wrong) {
                return Parsed.wrong(wrong.problem());
            }
            if (!value.<Boolean>fold(text -> event.put(place.pointer(), text), problem -> false)) {
                return Parsed.wrong("the body has no place for the signature");
            }
        }
        draft.body(body);
        return Parsed.of(draft.request());
    }

    private void date(Draft draft, Map<String, String> parts, TimestampRule rule, Instant now) {
        String time = rule.format().write(now);
        Reference from = rule.from().parts().get(0).reference();
        if (from instanceof TextPart.Named named) {
            parts.put(named.name(), time);
        } else if (from instanceof TextPart.Json json) {
            WrittenJson body = RequestScope.of(draft.request(), url, given).root();
            if (body != null && body.put(json.pointer(), time)) {
                draft.body(body);
            }
        } else {
            draft.put(from, time);
        }
    }

    /** Puts in what the recipe reads and the request lacks, as far as anything will do. */
    private void complete(Draft draft, Map<String, String> parts, Instant now) {
        for (Condition condition : recipe.require()) {
            Reference from = condition.from().parts().get(0).reference();
            RequestText equal = condition.equal();
            RequestScope scope = RequestScope.of(draft.request(), url, given);
            if (equal != null && from instanceof TextPart.Named named) {
                equal.in(scope).fold(text -> parts.putIfAbsent(named.name(), text.text()) == null, reason -> false);
            } else if (equal != null && from != null && from.read(scope).isAbsent()) {
                equal.in(scope).fold(text -> draft.put(from, text.text()), reason -> false);
            }
        }
        if (recipe.key() instanceof KeyRule.AtProvider known && known.fetch().id() != null) {
            known.fetch().id().parts().stream()
                    .map(TextPart::reference)
                    .filter(TextPart.Named.class::isInstance)
                    .forEach(named -> parts.putIfAbsent(((TextPart.Named) named).name(), pen.keyId()));
        }
        if (!(recipe.proof() instanceof Proof.Signed signed)) {
            return;
        }
        String id = "msg_" + now.toEpochMilli();
        signed.signed().parts().forEach(part -> {
            Reference reference = part.reference();
            if (reference instanceof TextPart.Named named) {
                parts.putIfAbsent(named.name(), Long.toString(now.getEpochSecond()));
            }
            if (reference instanceof TextPart.Header header && !draft.hasHeader(header.name())) {
                draft.put(header, id);
            }
            if (reference instanceof TextPart.NamedHeaders list && !draft.hasHeader(list.name())) {
                draft.put(new TextPart.Header(list.name()), String.join(",", dated()));
            }
        });
    }

    private Set<String> dated() {
        return recipe.timestamp() == null
                ? Set.of("content-type")
                : recipe.timestamp().from().headers();
    }
}

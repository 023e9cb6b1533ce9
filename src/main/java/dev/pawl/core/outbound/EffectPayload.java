package dev.pawl.core.outbound;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Operation.Counts;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Transition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver is told about a transition, as JSON in UTF-8. Made once, when the transition is written; every attempt
 * sends these bytes.
 *
 * <pre>{"type":"payment.succeeded","timestamp":"…","correlationId":"…","data":{
 *   "operation":{"id":"…","scope":"…","source":"…","account":"","type":"payment","key":"…",…},
 *   "transition":{"seq":1,"kind":"move","from":null,"to":"succeeded","cause":"delivery","at":"…"}}}</pre>
 *
 * {@code type} ends in the state or status entered, or in {@code fields} or {@code attention}. Ids and versions are
 * strings, times ISO 8601 in UTC. A transition has {@code correction} and {@code detail} only where they say something.
 */
public final class EffectPayload {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int USUAL_SIZE = 1024;

    private EffectPayload() {}

    /**
     * The bytes for one kind of receiver.
     *
     * @param after the operation as it is after the transition
     * @param at when the transition was written
     * @param correlationId of what caused it; null: none
     */
    public static byte[] of(
            EffectRule.Target target,
            Operation after,
            Transition transition,
            Instant at,
            @Nullable String correlationId) {
        EffectText text = target instanceof EffectRule.HttpTarget http ? http.text() : null;
        return text == null ? json(after, transition, at, correlationId) : EffectMessage.json(text, after, transition);
    }

    /** The usual body; parameters as above. */
    static byte[] json(Operation after, Transition transition, Instant at, @Nullable String correlationId) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("type", after.key().type() + '.' + about(transition));
            json.writeStringField("timestamp", at.toString());
            text(json, "correlationId", correlationId);
            json.writeObjectFieldStart("data");
            json.writeObjectFieldStart("operation");
            operation(json, after);
            json.writeEndObject();
            json.writeObjectFieldStart("transition");
            transition(json, transition, at);
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes every byte", e);
        }
        return bytes.toByteArray();
    }

    /** The operation alone, as it stands in {@link #json}. */
    static String operation(Operation after) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            operation(json, after);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes every byte", e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /**
     * The effect's idempotency key, {@code <operation id>_<seq>_<to or kind>_<effect name>}: the same on every attempt
     * and replay. Never a dot, which separates the parts of the signed text, and nothing a header cannot carry.
     */
    public static String webhookId(UUID operation, Transition transition, String effect) {
        return operation + "_" + transition.seq() + "_" + headerSafe(about(transition)) + "_" + effect;
    }

    private static String about(Transition transition) {
        String to = transition.to();
        return switch (transition.kind()) {
            case MOVE, STATUS -> to == null ? transition.kind().word() : to;
            case FIELDS, ATTENTION -> transition.kind().word();
        };
    }

    private static String headerSafe(String word) {
        StringBuilder safe = new StringBuilder(word.length());
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
            safe.append(plain ? c : '-');
        }
        return safe.toString();
    }

    static void operation(JsonGenerator json, Operation operation) throws IOException {
        OperationKey key = operation.key();
        json.writeStringField("id", operation.id().toString());
        json.writeStringField("scope", key.scope());
        json.writeStringField("source", operation.source());
        json.writeStringField("account", key.account());
        json.writeStringField("type", key.type());
        json.writeStringField("key", key.key());
        text(json, "reference", operation.reference());
        json.writeStringField("machine", operation.machine());
        json.writeStringField("state", operation.state());
        json.writeStringField("status", operation.status().word());
        json.writeArrayFieldStart("attention");
        for (Attention attention : operation.attention().values()) {
            attention(json, attention);
        }
        json.writeEndArray();
        text(json, "occurredAt", operation.order().occurredAt());
        text(json, "version", operation.order().version());
        json.writeNumberField("seq", operation.seq());
        texts(json, "fields", operation.fields());
        text(json, "correlationId", operation.correlationId());
        counts(json, operation.counts());
        text(json, "createdAt", operation.createdAt());
        text(json, "updatedAt", operation.updatedAt());
        text(json, "nextCheckAt", operation.nextCheckAt());
        text(json, "expiresAt", operation.expiresAt());
        json.writeBooleanField("tombstone", operation.tombstone());
    }

    private static void attention(JsonGenerator json, Attention attention) throws IOException {
        json.writeStartObject();
        json.writeStringField("reason", attention.reason().word());
        text(json, "since", attention.since());
        texts(json, "detail", attention.detail());
        json.writeEndObject();
    }

    private static void counts(JsonGenerator json, Counts counts) throws IOException {
        json.writeNumberField("deliveries", counts.deliveries());
        json.writeNumberField("duplicates", counts.duplicates());
        json.writeNumberField("conflicts", counts.conflicts());
    }

    private static void transition(JsonGenerator json, Transition transition, Instant at) throws IOException {
        json.writeNumberField("seq", transition.seq());
        json.writeStringField("kind", transition.kind().word());
        text(json, "from", transition.from());
        text(json, "to", transition.to());
        json.writeStringField("cause", transition.cause().word());
        if (transition.correction()) {
            json.writeBooleanField("correction", true);
        }
        if (!transition.detail().isEmpty()) {
            texts(json, "detail", transition.detail());
        }
        text(json, "at", at);
    }

    private static void text(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        json.writeFieldName(name);
        json.writeString(value == null ? null : value.toString());
    }

    /** Sorted, so that the same operation always gives the same bytes. */
    private static void texts(JsonGenerator json, String name, Map<String, String> texts) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> text : new TreeMap<>(texts).entrySet()) {
            json.writeStringField(text.getKey(), text.getValue());
        }
        json.writeEndObject();
    }
}

package dev.pawl.core.outbound;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.json.JsonBody;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Transition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the parameters of an SQL effect are bound to: names and texts, kept with the effect as JSON. Made once, when the
 * transition is written; every attempt binds these. All names are kept, not only those the statement of today uses, so
 * that a corrected statement finds its values.
 *
 * <p>{@code from} and {@code to} are null where the transition has none, as is a trace: that is known. A field or a reference the
 * operation does not have is absent: that is not, and no statement runs without it.
 */
public final class SqlValues {

    /** The names every operation has; a field of the same name is hidden by it. */
    public static final Set<String> NAMES = Set.of(
            "id",
            "source",
            "account",
            "type",
            "key",
            "reference",
            "from",
            "to",
            "seq",
            "occurredAt",
            "operation",
            "correlationId",
            "traceparent",
            "tracestate");

    /** Null where there is none, also in values that were stored before there were these names. */
    private static final Set<String> OF_TRACE = Set.of("correlationId", "traceparent", "tracestate");

    private static final JsonFactory JSON = new JsonFactory();

    private final SortedMap<String, @Nullable String> values;

    private SqlValues(SortedMap<String, @Nullable String> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    /**
     * The values of a transition.
     *
     * @param after the operation as it is after the transition
     * @param at when the transition was written
     * @param trace of what caused it
     */
    public static SqlValues of(Operation after, Transition transition, Instant at, Trace trace) {
        SortedMap<String, @Nullable String> values = new TreeMap<>(after.fields());
        OperationKey key = after.key();
        values.put("id", after.id().toString());
        values.put("source", after.source());
        values.put("account", key.account());
        values.put("type", key.type());
        values.put("key", key.key());
        values.remove("reference");
        if (after.reference() != null) {
            values.put("reference", after.reference());
        }
        values.put("from", transition.from());
        values.put("to", transition.to());
        values.put("seq", Integer.toString(transition.seq()));
        Instant occurredAt = after.order().occurredAt();
        values.put("occurredAt", (occurredAt == null ? at : occurredAt).toString());
        values.put("operation", EffectPayload.operation(after));
        values.put("correlationId", trace.correlationId());
        values.put("traceparent", trace.traceparent());
        values.put("tracestate", trace.tracestate());
        return new SqlValues(values);
    }

    /** @throws IllegalStateException for bytes {@link #json()} has not written */
    public static SqlValues read(byte[] json) {
        return new SqlValues(texts(json));
    }

    private static SortedMap<String, @Nullable String> texts(byte[] json) {
        JsonNode read = JsonBody.parse(json).fold(node -> node, problem -> {
            throw new IllegalStateException("stored values are no JSON");
        });
        SortedMap<String, @Nullable String> texts = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : read.properties()) {
            texts.put(
                    entry.getKey(),
                    entry.getValue().isNull() ? null : entry.getValue().asText());
        }
        return texts;
    }

    /** For storage: an object of texts. */
    public byte[] json() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            for (Map.Entry<String, @Nullable String> value : values.entrySet()) {
                json.writeStringField(value.getKey(), value.getValue());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes every byte", e);
        }
        return bytes.toByteArray();
    }

    /** Parameters of the statement that have no value. */
    public List<String> missing(SqlStatement statement) {
        return statement.parameters().stream()
                .filter(name -> !values.containsKey(name) && !OF_TRACE.contains(name))
                .toList();
    }

    /**
     * The same values, with those an operation has got since where there was none.
     *
     * @param fields the operation's, as a JSON object of texts
     */
    public SqlValues completed(@Nullable String reference, String fields) {
        SortedMap<String, @Nullable String> completed = texts(fields.getBytes(StandardCharsets.UTF_8));
        completed.keySet().removeAll(NAMES);
        if (reference != null) {
            completed.put("reference", reference);
        }
        completed.putAll(values);
        return new SqlValues(completed);
    }

    /** In the order of the statement's numbers; only where nothing is missing. */
    public List<@Nullable String> bound(SqlStatement statement) {
        List<@Nullable String> bound = new ArrayList<>();
        statement.parameters().forEach(name -> bound.add(values.get(name)));
        return bound;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SqlValues that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(values);
    }

    /** Names only: values may be personal. */
    @Override
    public String toString() {
        return "SqlValues" + values.keySet();
    }
}

package dev.pawl.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Verdict;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ledger's JSON columns: maps of text, and the attention set as {@code {reason: {since, detail}}}. */
final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};
    private static final TypeReference<StoredAssertion> ASSERTION = new TypeReference<>() {};
    private static final TypeReference<Map<String, StoredAttention>> ATTENTION = new TypeReference<>() {};

    private Json() {}

    static String write(Map<String, String> texts) {
        return texts.isEmpty() ? "{}" : toText(texts);
    }

    /** A text for what has one value, a list for what has more. */
    static String oneOrMore(Map<String, List<String>> values) {
        Map<String, Object> written = new LinkedHashMap<>();
        values.forEach((name, all) -> written.put(name, all.size() == 1 ? all.get(0) : all));
        return toText(written);
    }

    static @Nullable String writeOrNull(Map<String, String> texts) {
        return texts.isEmpty() ? null : toText(texts);
    }

    static Map<String, String> readTexts(@Nullable String json) {
        return json == null || json.equals("{}") ? Map.of() : fromText(json, TEXTS);
    }

    static @Nullable String write(SortedMap<Attention.Reason, Attention> attention) {
        if (attention.isEmpty()) {
            return null;
        }
        Map<String, Object> byReason = new LinkedHashMap<>();
        attention
                .values()
                .forEach(one -> byReason.put(
                        one.reason().word(), Map.of("since", one.since().toString(), "detail", one.detail())));
        return toText(byReason);
    }

    static SortedMap<Attention.Reason, Attention> readAttention(@Nullable String json) {
        SortedMap<Attention.Reason, Attention> attention = new TreeMap<>();
        if (json != null) {
            fromText(json, ATTENTION).forEach((word, stored) -> {
                Attention.Reason reason = Attention.Reason.of(word);
                attention.put(reason, new Attention(reason, Instant.parse(stored.since()), stored.detail()));
            });
        }
        return attention;
    }

    /** The stored form of one reason. */
    @RegisterForReflection
    record StoredAttention(String since, Map<String, String> detail) {}

    /** Of a conflict: the state, and both values of every field that differs; null for other decisions. */
    static @Nullable String bothValues(@Nullable Operation before, Assertion assertion, Decision decision) {
        if (before == null || decision.verdict() != Verdict.CONFLICT) {
            return null;
        }
        Map<String, String> detail = new LinkedHashMap<>();
        detail.put("state", assertion.state());
        for (String name : decision.conflicting()) {
            detail.put(name + ".stored", before.fingerprint().fields().getOrDefault(name, ""));
            detail.put(name + ".asserted", assertion.fingerprint().fields().getOrDefault(name, ""));
        }
        return write(detail);
    }

    static String write(Assertion assertion) {
        return toText(StoredAssertion.of(assertion));
    }

    static Assertion readAssertion(String json) {
        return fromText(json, ASSERTION).restored();
    }

    private static String toText(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of text always have a JSON form", e);
        }
    }

    private static <T> T fromText(String json, TypeReference<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON column of the ledger has a foreign form", e);
        }
    }
}

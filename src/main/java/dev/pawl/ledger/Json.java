package dev.pawl.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.core.operation.Attention;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ledger's JSON columns: maps of text, and the attention set as {@code [{reason, since, detail}]}. */
final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};
    private static final TypeReference<List<Map<String, Object>>> OBJECTS = new TypeReference<>() {};

    private Json() {}

    static String write(Map<String, String> texts) {
        return texts.isEmpty() ? "{}" : toText(texts);
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
        List<Map<String, Object>> list = new ArrayList<>();
        attention.values().forEach(one -> {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("reason", one.reason().word());
            object.put("since", one.since().toString());
            object.put("detail", one.detail());
            list.add(object);
        });
        return toText(list);
    }

    static SortedMap<Attention.Reason, Attention> readAttention(@Nullable String json) {
        SortedMap<Attention.Reason, Attention> attention = new TreeMap<>();
        if (json != null) {
            for (Map<String, Object> object : fromText(json, OBJECTS)) {
                Attention.Reason reason = Attention.Reason.of(String.valueOf(object.get("reason")));
                Map<String, String> detail = new LinkedHashMap<>();
                if (object.get("detail") instanceof Map<?, ?> map) {
                    map.forEach((name, value) -> detail.put(String.valueOf(name), String.valueOf(value)));
                }
                Instant since = Instant.parse(String.valueOf(object.get("since")));
                attention.put(reason, new Attention(reason, since, detail));
            }
        }
        return attention;
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

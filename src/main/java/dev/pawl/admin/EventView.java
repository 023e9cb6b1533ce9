package dev.pawl.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of one event.
 *
 * @param id {@code <delivery>/<n>/<run>}, what {@code adopt} takes where the provider gives no event id
 * @param n place in the delivery's verdicts
 * @param run 0: as received; from 1 on: replays
 * @param identicalBytes of a duplicate: whether another delivery of the operation has the same bytes; absent: not compared
 * @param fields of a conflict: the invariant fields that differ, canonical JSON of both values
 */
@RegisterForReflection
record EventView(
        String id,
        String delivery,
        int n,
        int run,
        String source,
        @Nullable String eventId,
        @Nullable String type,
        @Nullable String operation,
        @Nullable String state,
        @Nullable Instant occurredAt,
        String verdict,
        @Nullable String reason,
        Instant at,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean identicalBytes,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, BothValues> fields) {

    private static final String STORED = ".stored";
    private static final String ASSERTED = ".asserted";

    /** The two values of a field in conflict. */
    @RegisterForReflection
    record BothValues(@Nullable String stored, @Nullable String asserted) {}

    static EventView of(EventEntity row, @Nullable Boolean identicalBytes) {
        return new EventView(
                idOf(row),
                row.deliveryId.toString(),
                row.n,
                row.run,
                row.source,
                row.eventId,
                row.eventType,
                row.operationId == null ? null : row.operationId.toString(),
                row.state,
                row.occurredAt,
                row.verdict,
                row.reason,
                row.at,
                identicalBytes,
                row.verdict.equals("conflict") ? conflicting(row) : null);
    }

    static String idOf(EventEntity row) {
        return row.deliveryId + "/" + row.n + "/" + row.run;
    }

    private static Map<String, BothValues> conflicting(EventEntity row) {
        Map<String, String> detail = JsonText.texts(row.detail);
        Map<String, BothValues> fields = new LinkedHashMap<>();
        asserted(row).forEach((name, value) -> fields.put(name, new BothValues(detail.get(name + STORED), value)));
        return fields;
    }

    /** Invariant fields as a conflicting event asserted them: canonical JSON by name. */
    static Map<String, String> asserted(EventEntity row) {
        Map<String, String> asserted = new LinkedHashMap<>();
        JsonText.texts(row.detail).forEach((name, value) -> {
            if (name.endsWith(ASSERTED)) {
                asserted.put(name.substring(0, name.length() - ASSERTED.length()), value);
            }
        });
        return asserted;
    }

    /** Whether a person means this event: by the provider's id or by ours. */
    static boolean isNamed(EventEntity row, String id) {
        return id.equals(row.eventId) || id.equals(idOf(row));
    }
}

package dev.pawl.reconcile;

import dev.pawl.config.Asking.Limits;
import dev.pawl.config.Source;
import dev.pawl.core.operation.Assertion.Authority;
import dev.pawl.core.operation.Order;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a claim brought.
 *
 * @param bucket whether the source has one
 * @param pause how long nobody may ask; null: as soon as something is due
 */
record Claims(
        List<Claimed> questions, boolean bucket, @Nullable Duration pause) {

    /** Longer than a question's timeout by what its answer may need to be stored. */
    static final Duration GRACE = Duration.ofSeconds(15);

    Claims {
        questions = List.copyOf(questions);
    }

    /**
     * An operation to be asked about.
     *
     * @param claim fencing token
     * @param authority the operation as it is now
     */
    record Claimed(
            UUID operation,
            UUID claim,
            String account,
            String type,
            String key,
            String machine,
            Map<String, String> fields,
            Authority authority) {

        Claimed {
            fields = Map.copyOf(fields);
        }
    }

    static Tuple parameters(Source source, Limits limits, int places) {
        return Tuple.tuple()
                .addString(source.firstName())
                .addArrayOfString(source.status().keySet().toArray(String[]::new))
                .addDouble(limits.refill())
                .addDouble(limits.burst())
                .addInteger(places)
                .addLong(limits.timeout().plus(GRACE).toMillis())
                .addArrayOfString(source.names().toArray(String[]::new));
    }

    static Claims of(Iterable<Row> rows, Limits limits) {
        List<Claimed> questions = new ArrayList<>();
        boolean bucket = false;
        Duration pause = null;
        for (Row row : rows) {
            bucket = true;
            pause = pause(row, limits);
            if (row.getUUID("id") != null) {
                questions.add(claimed(row));
            }
        }
        return new Claims(questions, bucket, pause);
    }

    private static @Nullable Duration pause(Row row, Limits limits) {
        Long paused = row.getLong("paused");
        double tokens = row.getDouble("tokens");
        if (paused != null && paused > 0) {
            return Duration.ofMillis(paused);
        }
        return tokens >= 1 ? null : Duration.ofMillis(1 + (long) Math.ceil((1 - tokens) / limits.refill() * 1000));
    }

    private static Claimed claimed(Row row) {
        return new Claimed(
                row.getUUID("id"),
                row.getUUID("check_claim"),
                row.getString("account"),
                row.getString("type"),
                row.getString("key"),
                row.getString("machine"),
                texts(row.getJsonObject("fields")),
                new Authority(
                        row.getInteger("seq"),
                        new Order(row.getLong("version"), instant(row.getOffsetDateTime("occurred_at"))),
                        row.getOffsetDateTime("asked_at").toInstant()));
    }

    private static Map<String, String> texts(JsonObject json) {
        Map<String, String> texts = new HashMap<>();
        json.forEach(entry -> texts.put(entry.getKey(), String.valueOf(entry.getValue())));
        return texts;
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}

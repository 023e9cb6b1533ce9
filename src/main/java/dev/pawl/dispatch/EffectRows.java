package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.outbound.Trace;
import dev.pawl.ledger.Ledger.EffectEnding;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@link DispatchSql} takes and gives, as values. */
final class EffectRows {

    /** The dispatcher's counters have a slot of their own; the ledger's replicas use the small numbers. */
    private static final int SLOT = 1000;

    private static final int MAX_ERROR = 500;

    private EffectRows() {}

    /** @param lease how long a claim holds without an outcome */
    record Room(String effect, int places, Duration lease) {}

    /**
     * A claimed effect.
     *
     * @param token proves the claim in every later statement
     * @param kind what it was written for; null: not known
     * @param attempts with this one
     * @param age since it was written
     * @param doubtful whether the receiver may have it from an attempt before
     */
    record Claimed(
            UUID operation,
            int seq,
            String effect,
            UUID token,
            String webhookId,
            @Nullable String kind,
            int attempts,
            Duration age,
            Buffer payload,
            Trace trace,
            boolean doubtful) {}

    /**
     * What a claim brought.
     *
     * @param progress whether asking again at once may bring more, or another time for the next one
     * @param nextIn milliseconds until the next effect is due; null: none is waiting
     */
    record Claims(
            List<Claimed> effects,
            boolean progress,
            @Nullable Long nextIn) {
        Claims {
            effects = List.copyOf(effects);
        }
    }

    /** How an attempt ends in the row: {@code done}, {@code rejected}, {@code dead}, or {@code pending} once more. */
    enum Ending {
        DONE,
        REJECTED,
        DEAD,
        PENDING;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Given up for good, so that somebody has to look at the operation. */
        boolean isFinalNo() {
            return this == REJECTED || this == DEAD;
        }
    }

    /**
     * How an attempt ended.
     *
     * @param pause until the next attempt; zero unless pending
     * @param unsure whether the receiver has it is not known, and that matters
     * @param telling whether the operation is to be told
     * @param counts whether it was an attempt
     */
    record Finished(
            Claimed effect,
            Ending ending,
            @Nullable String error,
            Duration pause,
            boolean unsure,
            boolean telling,
            boolean counts) {

        /** An attempt. */
        Finished(
                Claimed effect,
                Ending ending,
                @Nullable String error,
                Duration pause,
                boolean unsure,
                boolean telling) {
            this(effect, ending, error, pause, unsure, telling, true);
        }

        Finished {
            error = error == null || error.length() <= MAX_ERROR ? error : error.substring(0, MAX_ERROR);
        }
    }

    /**
     * How an attempt ended, and what is left to be done about it.
     *
     * @param written whether the row says so already
     * @param parked whether the operation is to be told that it waits
     */
    record Ended(Finished finished, boolean written, boolean parked) {}

    /** An effect that has ended and whose operation is to be told. */
    record Untold(UUID operation, UUID token, EffectEnding ending) {}

    /** @param known every effect that may be called later */
    static Tuple claim(List<Room> rooms, List<String> known) {
        return Tuple.tuple()
                .addArrayOfString(texts(rooms, Room::effect))
                .addArrayOfInteger(rooms.stream().map(Room::places).toArray(Integer[]::new))
                .addArrayOfLong(
                        rooms.stream().map(room -> room.lease().toMillis()).toArray(Long[]::new))
                .addArrayOfString(known.toArray(String[]::new));
    }

    /** @param rooms that were asked for: one that got less than it has places for has all there is */
    static Claims claims(Iterable<Row> rows, List<Room> rooms) {
        List<Claimed> effects = new ArrayList<>();
        Map<String, Integer> left = new HashMap<>();
        rooms.forEach(room -> left.put(room.effect(), room.places()));
        boolean progress = false;
        Long nextIn = null;
        for (Row row : rows) {
            nextIn = row.getLong("next_in");
            if (row.getUUID("operation_id") != null) {
                UUID token = row.getUUID("claim");
                // One without a token was put off just now, and is not in next_in yet.
                progress |= token == null || left.merge(row.getString("name"), -1, Integer::sum) == 0;
                if (token != null) {
                    effects.add(new Claimed(
                            row.getUUID("operation_id"),
                            row.getInteger("seq"),
                            row.getString("name"),
                            token,
                            row.getString("webhook_id"),
                            row.getString("kind"),
                            row.getInteger("attempts"),
                            Duration.ofMillis(row.getLong("age")),
                            row.getBuffer("payload"),
                            new Trace(
                                    row.getString("traceparent"),
                                    row.getString("tracestate"),
                                    row.getString("correlation_id")),
                            row.getBoolean("doubtful")));
                }
            }
        }
        return new Claims(effects, progress, nextIn);
    }

    static Tuple identities(List<Claimed> all) {
        return identities(
                all.stream().map(Claimed::operation),
                all.stream().map(Claimed::seq),
                all.stream().map(Claimed::effect),
                all.stream().map(Claimed::token));
    }

    static Tuple finish(List<Finished> all) {
        return identities(all.stream().map(Finished::effect).toList())
                .addArrayOfString(texts(all, one -> one.ending().word()))
                .addArrayOfString(texts(all, Finished::error))
                .addArrayOfLong(all.stream().map(one -> one.pause().toMillis()).toArray(Long[]::new))
                .addInteger(SLOT)
                .addArrayOfBoolean(all.stream().map(Finished::unsure).toArray(Boolean[]::new))
                .addArrayOfBoolean(all.stream().map(Finished::telling).toArray(Boolean[]::new))
                .addArrayOfBoolean(all.stream().map(Finished::counts).toArray(Boolean[]::new));
    }

    static List<Untold> untold(Iterable<Row> rows) {
        List<Untold> untold = new ArrayList<>();
        for (Row row : rows) {
            String error = row.getString("last_error");
            untold.add(new Untold(
                    row.getUUID("operation_id"),
                    row.getUUID("claim"),
                    new EffectEnding(
                            row.getInteger("seq"),
                            row.getString("name"),
                            End.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                            row.getBoolean("unsure"),
                            row.getOffsetDateTime("finished_at").toInstant(),
                            error == null ? "" : error)));
        }
        return untold;
    }

    static Tuple told(List<Untold> all) {
        return identities(
                all.stream().map(Untold::operation),
                all.stream().map(one -> one.ending().seq()),
                all.stream().map(one -> one.ending().effect()),
                all.stream().map(Untold::token));
    }

    static Tuple values(Claimed effect, byte[] json) {
        return Tuple.of(effect.operation(), effect.seq(), effect.effect(), effect.token(), Buffer.buffer(json));
    }

    private static Tuple identities(
            Stream<UUID> operations, Stream<Integer> seqs, Stream<String> effects, Stream<UUID> tokens) {
        return Tuple.tuple()
                .addArrayOfUUID(operations.toArray(UUID[]::new))
                .addArrayOfInteger(seqs.toArray(Integer[]::new))
                .addArrayOfString(effects.toArray(String[]::new))
                .addArrayOfUUID(tokens.toArray(UUID[]::new));
    }

    private static <T> String[] texts(List<T> all, Function<T, @Nullable String> text) {
        return all.stream().map(text).toArray(String[]::new);
    }
}

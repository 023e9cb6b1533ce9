package dev.pawl.dispatch;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
     * @param attempts with this one
     * @param age since it was written
     */
    record Claimed(
            UUID operation,
            int seq,
            String effect,
            UUID token,
            String webhookId,
            int attempts,
            Duration age,
            Buffer payload) {}

    /**
     * What a claim brought.
     *
     * @param progress whether asking again at once may bring more
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

    /** @param pause until the next attempt; zero unless pending */
    record Finished(Claimed effect, Ending ending, @Nullable String error, Duration pause) {
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

    /** An effect that is done after its operation was told that it waits, or given up: its operation is to be told. */
    record Untold(UUID operation, int seq, String effect, UUID token, boolean done, String error) {}

    static Tuple claim(List<Room> rooms) {
        return Tuple.tuple()
                .addArrayOfString(texts(rooms, Room::effect))
                .addArrayOfInteger(rooms.stream().map(Room::places).toArray(Integer[]::new))
                .addArrayOfLong(
                        rooms.stream().map(room -> room.lease().toMillis()).toArray(Long[]::new));
    }

    static Claims claims(Iterable<Row> rows) {
        List<Claimed> effects = new ArrayList<>();
        boolean progress = false;
        Long nextIn = null;
        for (Row row : rows) {
            nextIn = row.getLong("next_in");
            if (row.getUUID("operation_id") != null) {
                progress = true;
                UUID token = row.getUUID("claim");
                if (token != null) {
                    effects.add(new Claimed(
                            row.getUUID("operation_id"),
                            row.getInteger("seq"),
                            row.getString("name"),
                            token,
                            row.getString("webhook_id"),
                            row.getInteger("attempts"),
                            Duration.ofMillis(row.getLong("age")),
                            row.getBuffer("payload")));
                }
            }
        }
        return new Claims(effects, progress, nextIn);
    }

    static Tuple finish(List<Finished> all) {
        return identities(
                        all.stream().map(one -> one.effect().operation()),
                        all.stream().map(one -> one.effect().seq()),
                        all.stream().map(one -> one.effect().effect()),
                        all.stream().map(one -> one.effect().token()))
                .addArrayOfString(texts(all, one -> one.ending().word()))
                .addArrayOfString(texts(all, Finished::error))
                .addArrayOfLong(all.stream().map(one -> one.pause().toMillis()).toArray(Long[]::new))
                .addInteger(SLOT);
    }

    static List<Untold> untold(Iterable<Row> rows) {
        List<Untold> untold = new ArrayList<>();
        for (Row row : rows) {
            String error = row.getString("last_error");
            untold.add(new Untold(
                    row.getUUID("operation_id"),
                    row.getInteger("seq"),
                    row.getString("name"),
                    row.getUUID("claim"),
                    row.getBoolean("done"),
                    error == null ? "" : error));
        }
        return untold;
    }

    static Tuple told(List<Untold> all) {
        return identities(
                all.stream().map(Untold::operation),
                all.stream().map(Untold::seq),
                all.stream().map(Untold::effect),
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

package dev.pawl.backfill;

import dev.pawl.ledger.SchemaName;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who lists a source, how far, and what came of it. Leases and due times by the database's clock. */
final class BackfillRows {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    /**
     * One row, so that of two who claim the second sees the first's lease. A new list begins where there is none. What was
     * known under former names counts: a source with a new name has not started anew.
     */
    private static final String CLAIM = """
            with made as (
                insert into ${schema}.source_state (source, first_started_at) values ($1, now())
                on conflict (source) do nothing),
            named as (
                select min(n.first_started_at) as first_started_at, max(n.backfill_until) as backfill_until
                from ${schema}.source_state n
                where n.source = any($5::text[])),
            claimed as (
                update ${schema}.source_state s set
                    backfill_claim = $2,
                    backfill_lease = now() + interval '5 minutes',
                    backfill_started_at = case when s.backfill_since is null then now() else s.backfill_started_at end,
                    backfill_since = coalesce(
                        s.backfill_since, m.backfill_until - interval '10 minutes', $3::timestamptz,
                        m.first_started_at)
                from named m
                where s.source = $1
                    and (s.backfill_lease is null or s.backfill_lease <= now())
                    and (s.backfill_not_before is null or s.backfill_not_before <= now())
                    and ($4::bool or s.backfill_due_at is null or s.backfill_due_at <= now())
                returning s.source, m.first_started_at, s.backfill_since, s.backfill_cursor, s.backfill_sick),
            noted as (
                insert into ${schema}.backfill_run (id, source, started_at) select $2, source, now() from claimed),
            forgotten as (
                delete from ${schema}.backfill_run r using claimed c
                where r.source = c.source and r.started_at < now() - interval '7 days')
            select first_started_at, backfill_since, backfill_cursor, backfill_sick from claimed
            """;

    /** Only while the claim holds; the lease begins anew. */
    private static final String SAVE = """
            with saved as (
                update ${schema}.source_state
                set backfill_cursor = $3, backfill_sick = ($12::text)::jsonb,
                    backfill_lease = now() + interval '5 minutes'
                where source = $1 and backfill_claim = $2
                returning source)
            update ${schema}.backfill_run
            set pages = $4, listed = $5, recovered = $6, matched = $7, ignored = $8, invalid = $9, doubtful = $10,
                passed_over = $11
            where id = $2 and exists (select 1 from saved)
            """;

    private static final String END = """
            with ended as (
                update ${schema}.source_state set
                    backfill_claim = null,
                    backfill_lease = null,
                    backfill_cursor = case when $3::bool or $4::bool then null else backfill_cursor end,
                    backfill_sick = case when not $3::bool then backfill_sick end,
                    backfill_until = case when $3::bool then backfill_started_at else backfill_until end,
                    backfill_since = case when $3::bool then null else backfill_since end,
                    backfill_due_at = case when $3::bool then now() + $5::float8 * interval '1 second' end,
                    backfill_not_before = case when not $3::bool then now() + $5::float8 * interval '1 second' end
                where source = $1 and backfill_claim = $2
                returning source)
            update ${schema}.backfill_run set ended_at = now(), complete = $3::bool, error = $6
            where id = $2 and exists (select 1 from ended)
            """;

    /** For how long a list should have been read to its end. */
    private static final String LAG = """
            select coalesce(max(extract(epoch from now() - coalesce(
                s.backfill_due_at, s.backfill_started_at, s.first_started_at))) filter (
                    where s.backfill_due_at is null or s.backfill_due_at <= now()), 0)::bigint
            from ${schema}.source_state s
            where s.source = any($1::text[])
            """;

    private final Pool pool;
    private final SchemaName schema;

    BackfillRows(Pool pool, SchemaName schema) {
        this.pool = pool;
        this.schema = schema;
    }

    /**
     * The right to list a source, for five minutes after the last page.
     *
     * @param since lower end of the list
     * @param cursor of the next page; null: the first
     * @param sick elements of that page that failed, by digest, with the number of runs in which they did
     */
    record Claim(
            String source,
            UUID token,
            Instant firstStartedAt,
            Instant since,
            @Nullable String cursor,
            Map<String, Integer> sick) {

        Claim {
            sick = Map.copyOf(sick);
        }
    }

    /**
     * How a run ended.
     *
     * @param complete the list was read to its end; otherwise the next run goes on where this one stopped
     * @param cursorIsBad the next run begins at the first page
     * @param pause until the next one
     * @param error without secrets, also of what was passed over; null: none
     */
    record Ending(
            boolean complete,
            boolean cursorIsBad,
            Duration pause,
            @Nullable String error) {}

    /**
     * Null where somebody else has it, or it is not due.
     *
     * @param names the source's, with those it had before
     */
    Uni<@Nullable Claim> claim(String source, Set<String> names, @Nullable Instant from, boolean atOnce) {
        UUID token = UUID.randomUUID();
        Tuple parameters = Tuple.tuple()
                .addString(source)
                .addUUID(token)
                .addOffsetDateTime(from == null ? null : from.atOffset(ZoneOffset.UTC))
                .addBoolean(atOnce)
                .addArrayOfString(names.toArray(String[]::new));
        return run(CLAIM, parameters).map(rows -> {
            if (rows.size() == 0) {
                return null;
            }
            Row row = rows.iterator().next();
            return new Claim(
                    source,
                    token,
                    row.getOffsetDateTime(0).toInstant(),
                    row.getOffsetDateTime(1).toInstant(),
                    row.getString(2),
                    sick(row.getJsonObject(3)));
        });
    }

    private static Map<String, Integer> sick(@Nullable JsonObject json) {
        Map<String, Integer> sick = new HashMap<>();
        if (json != null) {
            json.forEach(one -> sick.put(one.getKey(), json.getInteger(one.getKey())));
        }
        return sick;
    }

    /**
     * Whether the claim still held.
     *
     * @param sick see {@link Claim}; of the page at the cursor
     */
    Uni<Boolean> save(Claim claim, @Nullable String cursor, int pages, Tally tally, Map<String, Integer> sick) {
        Tuple parameters = Tuple.tuple()
                .addString(claim.source())
                .addUUID(claim.token())
                .addString(cursor)
                .addInteger(pages)
                .addInteger(tally.listed())
                .addInteger(tally.recovered())
                .addInteger(tally.matched())
                .addInteger(tally.ignored())
                .addInteger(tally.invalid())
                .addInteger(tally.doubtful())
                .addInteger(tally.passedOver())
                .addString(sick.isEmpty() ? null : new JsonObject(Map.copyOf(sick)).encode());
        return run(SAVE, parameters).map(rows -> rows.rowCount() == 1);
    }

    /** Nothing where the claim no longer holds: then somebody else decides. */
    Uni<Void> end(Claim claim, Ending ending) {
        Tuple parameters = Tuple.tuple()
                .addString(claim.source())
                .addUUID(claim.token())
                .addBoolean(ending.complete())
                .addBoolean(ending.cursorIsBad())
                .addDouble(ending.pause().toMillis() / 1000.0)
                .addString(ending.error());
        return run(END, parameters).replaceWithVoid();
    }

    /** In seconds, of the source that has waited the longest; 0: none has. */
    Uni<Long> lag(List<String> sources) {
        return run(LAG, Tuple.tuple().addArrayOfString(sources.toArray(String[]::new)))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private Uni<RowSet<Row>> run(String sql, Tuple parameters) {
        return Uni.createFrom()
                .completionStage(() ->
                        pool.preparedQuery(schema.in(sql)).execute(parameters).toCompletionStage())
                .ifNoItem()
                .after(LIMIT)
                .fail();
    }
}

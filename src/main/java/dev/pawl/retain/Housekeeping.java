package dev.pawl.retain;

import dev.pawl.config.Catalog;
import dev.pawl.config.Source;
import dev.pawl.jobs.Failures;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;

/** Whose turn it is to clean up, and small tables that only ever grow. */
final class Housekeeping {

    private static final String CLAIM = """
            insert into ${schema}.retain_claim as c (claim, until) values ($1, now() + $2::bigint * interval '1 second')
            on conflict (one) do update set claim = excluded.claim, until = excluded.until
            where c.until <= now()
            returning claim
            """;

    private static final String RELEASE = "update ${schema}.retain_claim set until = now() where claim = $1";

    /** An answer is given again for a day. */
    private static final String ADMIN_RESPONSES = """
            with old as materialized (
                select r.actor, r.key
                from ${schema}.admin_response r
                where r.claimed_at < now() - interval '24 hours'
                limit $1
                for update skip locked)
            delete from ${schema}.admin_response r
            using old o
            where r.actor = o.actor and r.key = o.key
            """;

    /**
     * Values that are signed instead of a body. Whoever has seen one could put another body beside it once it is forgotten,
     * so they are remembered as long as identities are.
     */
    private static final String SIGNED_VALUES = """
            with old as materialized (
                select s.source, s.value
                from ${schema}.signed_once s
                where s.source = any ($2::text[]) and s.used_at < now() - $3::bigint * interval '1 second'
                limit $1
                for update skip locked)
            delete from ${schema}.signed_once s
            using old o
            where s.source = o.source and s.value = o.value
            """;

    private final Statement sql;
    private final int batch;

    Housekeeping(Statement sql, int batch) {
        this.sql = sql;
        this.batch = batch;
    }

    /** Whether it is this replica's turn, at most for so long. */
    Uni<Boolean> claim(UUID claim, Duration length) {
        return sql.run(CLAIM, Tuple.of(claim, length.toSeconds())).map(rows -> rows.size() > 0);
    }

    Uni<Void> release(UUID claim) {
        return sql.run(RELEASE, Tuple.of(claim)).replaceWithVoid();
    }

    /** How many rows went. */
    Uni<Integer> cleanUp(Catalog catalog, Budget budget, Failures failures) {
        Uni<Integer> responses = Batches.whileAny(
                budget.share(2), () -> sql.run(ADMIN_RESPONSES, Tuple.of(batch)).map(rows -> rows.rowCount()));
        return failures.note(responses, 0)
                .flatMap(went -> Multi.createFrom()
                        .iterable(catalog.sources().values())
                        .onItem()
                        .transformToUniAndConcatenate(source -> failures.note(signedValues(source, budget), 0))
                        .collect()
                        .with(java.util.stream.Collectors.summingInt(more -> more))
                        .map(more -> went + more));
    }

    private Uni<Integer> signedValues(Source source, Budget budget) {
        Duration memory = source.retention().memory();
        return memory == null
                ? Uni.createFrom().item(0)
                : Batches.whileAny(
                        budget,
                        () -> sql.run(
                                        SIGNED_VALUES,
                                        Tuple.of(batch, source.names().toArray(String[]::new), memory.toSeconds()))
                                .map(rows -> rows.rowCount()));
    }
}

package dev.pawl.secrets;

import dev.pawl.config.Source;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Ledger.Unavailable;
import dev.pawl.ledger.SchemaName;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The rows of {@code source_secret}. Everything fails with {@link Unavailable} while the database does not answer. */
final class SecretRows {

    /** There is one kind of brought secret. */
    static final String NAME = "handshake";

    private static final Duration LIMIT = Duration.ofMillis(1_500);

    private static final String ALL =
            "select source, secret from ${schema}.source_secret where name = $1 order by source";

    /**
     * Nothing comes back where there is one already, under a former name, too: whoever was first stays. Of two at once the
     * primary key decides, which is the same before and after a source is renamed.
     */
    private static final String BRING = """
            with brought as (
                insert into ${schema}.source_secret (source, name, secret)
                select $1::text, $2::text, $3::bytea
                where not exists (
                    select 1 from ${schema}.source_secret where source = any ($4::text[]) and name = $2::text)
                on conflict (source, name) do nothing
                returning source)
            insert into ${schema}.audit (actor, action, subject, reason)
            select 'source', 'secret-brought', 'source/' || $5::text, 'handed over in a handshake'
            from brought
            returning subject
            """;

    /** What is shown once is marked in the same statement, so that two who ask cannot both be first. */
    private static final String SHOW = """
            with shown as (
                update ${schema}.source_secret set shown_at = now()
                where name = $2 and shown_at is null and source = (
                    select source from ${schema}.source_secret
                    where source = any ($1::text[]) and name = $2 and shown_at is null
                    order by source
                    limit 1
                    for update)
                returning source, secret),
            told as (
                insert into ${schema}.audit (actor, action, subject, reason)
                select $3, 'secret-shown', 'source/' || $5::text, $4
                from shown)
            select source, secret from shown
            """;

    private static final String FORGET = """
            with gone as (
                delete from ${schema}.source_secret where source = any ($1::text[]) and name = $2
                returning source)
            insert into ${schema}.audit (actor, action, subject, reason)
            select $3, 'secret-forgotten', 'source/' || $5::text, $4
            from gone
            returning subject
            """;

    private final Pool pool;
    private final SchemaName schema;
    private final DatabaseState database;

    SecretRows(Pool pool, SchemaName schema, DatabaseState database) {
        this.pool = pool;
        this.schema = schema;
        this.database = database;
    }

    /** A secret as it is stored. */
    static final class Stored {
        final String source;
        final byte[] secret;

        Stored(String source, byte[] secret) {
            this.source = source;
            this.secret = secret;
        }
    }

    Uni<List<Stored>> all() {
        return run(ALL, Tuple.of(NAME)).map(SecretRows::stored);
    }

    /** Whether it is the source's now; false: there was one before. */
    Uni<Boolean> bring(Source source, byte[] secret) {
        return run(BRING, Tuple.of(source.firstName(), NAME, Buffer.buffer(secret), names(source), source.name()))
                .map(rows -> rows.size() > 0);
    }

    Uni<List<Stored>> show(Source source, Operator operator) {
        return run(SHOW, by(operator, source)).map(SecretRows::stored);
    }

    Uni<Boolean> forget(Source source, Operator operator) {
        return run(FORGET, by(operator, source)).map(rows -> rows.size() > 0);
    }

    private static Tuple by(Operator operator, Source source) {
        return Tuple.of(names(source), NAME, operator.actor(), operator.reason(), source.name());
    }

    private static String[] names(Source source) {
        return source.names().toArray(String[]::new);
    }

    private Uni<RowSet<Row>> run(String sql, Tuple parameters) {
        if (!database.ready()) {
            return Uni.createFrom().failure(() -> new Unavailable("the database is not ready", null));
        }
        return Uni.createFrom()
                .completionStage(() ->
                        pool.preparedQuery(schema.in(sql)).execute(parameters).toCompletionStage())
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .onFailure()
                .transform(failure -> new Unavailable("the secrets cannot be read or written", failure));
    }

    private static List<Stored> stored(RowSet<Row> rows) {
        List<Stored> stored = new ArrayList<>();
        rows.forEach(row -> stored.add(
                new Stored(row.getString("source"), row.getBuffer("secret").getBytes())));
        return stored;
    }
}

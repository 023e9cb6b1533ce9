package dev.pawl.ledger;

import dev.pawl.config.Source;
import dev.pawl.ledger.Ledger.Unavailable;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.stream.StreamSupport;

/**
 * Values that are signed instead of a body, each good for one body. Used up before the delivery is committed, by a statement
 * of its own: if the commit then fails, the sender's next attempt brings the same body and passes.
 */
@Singleton
public final class SignedOnce {

    /** The cause under which refusals are counted. */
    public static final String REUSED = "signature-reused";

    private static final Duration LIMIT = Duration.ofSeconds(2);

    /**
     * The update changes nothing but makes the row that won come back. The source's first name stays when it is renamed;
     * what was written under another one counts, too.
     */
    private static final String USE = """
            with before as (
                select body from ${schema}.signed_once where source = any ($4::text[]) and value = $2::bytea),
            mine as (
                insert into ${schema}.signed_once as used (source, value, body)
                select $1::text, $2::bytea, $3::bytea
                where not exists (select 1 from before)
                on conflict (source, value) do update set body = used.body
                returning body)
            select body from before
            union all
            select body from mine
            """;

    private static final String LOOK = """
            select body from ${schema}.signed_once
            where (source = $1 or source = any ($4::text[])) and value = $2::bytea and body <> $3::bytea
            """;

    private final Pool pool;
    private final SchemaName schema;
    private final DatabaseState database;

    SignedOnce(Pool pool, SchemaName schema, DatabaseState database) {
        this.pool = pool;
        this.schema = schema;
        this.database = database;
    }

    /**
     * Whether the value may vouch for this body: it has not been used, or with the same one.
     *
     * @return fails with {@link Unavailable} when the database does not say
     */
    public Uni<Boolean> use(Source source, String value, byte[] body) {
        Buffer hash = sha256(body);
        return asked(USE, source, value, hash)
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .allMatch(row -> row.getBuffer(0).equals(hash)));
    }

    /**
     * Whether {@link #use} would say yes now. Writes nothing.
     *
     * @return fails with {@link Unavailable} when the database does not say
     */
    public Uni<Boolean> wouldUse(Source source, String value, byte[] body) {
        return asked(LOOK, source, value, sha256(body)).map(others -> others.size() == 0);
    }

    private Uni<RowSet<Row>> asked(String sql, Source source, String value, Buffer body) {
        if (!database.migrated()) {
            return Uni.createFrom().failure(new Unavailable("the database is not ready", null));
        }
        String[] others = source.names().stream()
                .filter(name -> !name.equals(source.firstName()))
                .toArray(String[]::new);
        Tuple tuple = Tuple.of(source.firstName(), sha256(value.getBytes(StandardCharsets.UTF_8)), body, others);
        return Uni.createFrom()
                .completionStage(
                        () -> pool.preparedQuery(schema.in(sql)).execute(tuple).toCompletionStage())
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .onFailure()
                .transform(failure -> new Unavailable("whether a signed value was used is not known", failure));
    }

    private static Buffer sha256(byte[] bytes) {
        try {
            return Buffer.buffer(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

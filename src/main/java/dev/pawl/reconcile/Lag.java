package dev.pawl.reconcile;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.ledger.SchemaName;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** For how many seconds the longest waiting operation has been due: what shows that a job runs and gets nowhere. */
@Singleton
final class Lag {

    private static final String OF_CHECKS = """
            select coalesce(extract(epoch from now() - min(c.due)), 0)::bigint
            from unnest($1::text[], $2::text[]) n(source, type)
            cross join lateral (
                select o.next_check_at as due
                from ${schema}.operation o
                where o.source = n.source and o.next_check_at <= now() and o.type = n.type
                    and (o.status in ('processing', 'unknown', 'expired')
                        or o.attention ?| array['conflict', 'contradicted', 'undecided'])
                order by o.next_check_at
                limit 1
            ) c
            """;

    private static final String OF_EXPIRIES = """
            select coalesce(extract(epoch from now() - min(e.due)), 0)::bigint
            from unnest($1::text[]) n(source)
            cross join lateral (
                select o.expires_at as due
                from ${schema}.operation o
                where o.source = n.source and o.expires_at <= now() and o.status = 'processing' and not o.tombstone
                order by o.expires_at
                limit 1
            ) e
            """;

    private final Configuration configuration;
    private final Pool pool;
    private final SchemaName schema;

    Lag(Configuration configuration, Pool pool, SchemaName schema) {
        this.configuration = configuration;
        this.pool = pool;
        this.schema = schema;
    }

    Uni<Long> ofChecks() {
        List<String> names = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (Source source : configuration.current().sources().values()) {
            for (String type : source.asking() == null
                    ? List.<String>of()
                    : source.status().keySet()) {
                for (String name : source.names()) {
                    names.add(name);
                    types.add(type);
                }
            }
        }
        return asked(
                OF_CHECKS,
                Tuple.tuple()
                        .addArrayOfString(names.toArray(String[]::new))
                        .addArrayOfString(types.toArray(String[]::new)));
    }

    Uni<Long> ofExpiries() {
        String[] names = configuration.current().sources().values().stream()
                .flatMap(source -> source.names().stream())
                .toArray(String[]::new);
        return asked(OF_EXPIRIES, Tuple.tuple().addArrayOfString(names));
    }

    private Uni<Long> asked(String statement, Tuple parameters) {
        return Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(schema.in(statement))
                        .execute(parameters)
                        .toCompletionStage())
                .map(rows -> rows.iterator().next().getLong(0));
    }
}

package dev.pawl.ledger;

import dev.pawl.config.CatalogChange;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether stored rows still need what a newer configuration no longer has. Scans where no index helps: not for requests. */
@Singleton
public final class StillUsed {

    private static final String FIND = """
            select 'source ' || s.name as used from unnest($1::text[]) as s (name)
            where exists (select 1 from ${schema}.counter c where c.source = s.name and c.n > 0)
            union all
            select 'state ' || x.state || ' of machine ' || x.machine from unnest($2::text[], $3::text[]) as x (machine, state)
            where exists (select 1 from ${schema}.operation o where o.machine = x.machine and o.state = x.state)
            union all
            select 'effect ' || e.name from unnest($4::text[]) as e (name)
            where exists (select 1 from ${schema}.effect f where f.name = e.name and f.state = 'pending')
            union all
            select 'the key, account or mode of ' || i.type || ' in source ' || i.source from unnest($5::text[], $6::text[]) as i (source, type)
            where exists (select 1 from ${schema}.operation o where o.source = i.source and o.type = i.type)
            """;

    private final Pool pool;
    private final SchemaName schema;

    StillUsed(Pool pool, SchemaName schema) {
        this.pool = pool;
        this.schema = schema;
    }

    /** What of the change may not be made, in words for people; empty: all of it may. */
    public Uni<List<String>> of(CatalogChange change) {
        if (change.takesNothingAway()) {
            return Uni.createFrom().item(List.of());
        }
        Pairs states = Pairs.of(change.states());
        Pairs identities = Pairs.of(change.identities());
        Tuple parameters = Tuple.tuple()
                .addArrayOfString(array(change.sources()))
                .addArrayOfString(array(states.first()))
                .addArrayOfString(array(states.second()))
                .addArrayOfString(array(change.effects()))
                .addArrayOfString(array(identities.first()))
                .addArrayOfString(array(identities.second()));
        return Uni.createFrom()
                .completionStage(() ->
                        pool.preparedQuery(schema.in(FIND)).execute(parameters).toCompletionStage())
                .map(rows -> {
                    List<String> used = new ArrayList<>();
                    for (Row row : rows) {
                        used.add(row.getString(0));
                    }
                    return used;
                });
    }

    private static String[] array(Collection<String> texts) {
        return texts.toArray(String[]::new);
    }

    /** Columns for two parallel arrays. */
    private record Pairs(List<String> first, List<String> second) {
        static Pairs of(Map<String, Set<String>> many) {
            List<String> first = new ArrayList<>();
            List<String> second = new ArrayList<>();
            many.forEach((one, others) -> others.forEach(other -> {
                first.add(one);
                second.add(other);
            }));
            return new Pairs(first, second);
        }
    }
}

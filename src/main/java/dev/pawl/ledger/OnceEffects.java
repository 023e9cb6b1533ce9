package dev.pawl.ledger;

import dev.pawl.config.Configuration;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.ledger.Rehearsal.Caused;
import dev.pawl.ledger.Rehearsal.Rehearsed;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Effects that an operation has once only, for those that write none: a commit finds out as it writes. */
@Singleton
final class OnceEffects {

    private final Pool pool;
    private final SchemaName schema;
    private final Configuration configuration;

    OnceEffects(Pool pool, SchemaName schema, Configuration configuration) {
        this.pool = pool;
        this.schema = schema;
        this.configuration = configuration;
    }

    private record Had(UUID operation, String name) {}

    /** The same without effects that a commit would not cause, since their operation has had them. */
    Uni<List<Rehearsed>> withoutThoseThere(List<Rehearsed> all) {
        Set<String> once = new HashSet<>();
        configuration.current().effects().stream()
                .filter(EffectRule::once)
                .map(EffectRule::name)
                .forEach(once::add);
        List<Caused> asked = all.stream()
                .flatMap(rehearsed -> rehearsed.effects().stream())
                .filter(effect -> once.contains(effect.name()))
                .toList();
        return asked.isEmpty()
                ? Uni.createFrom().item(all)
                : had(asked)
                        .map(had -> all.stream()
                                .map(one -> one.without(effect -> once.contains(effect.name())
                                        && had.contains(new Had(effect.operation(), effect.name()))))
                                .toList());
    }

    private Uni<Set<Had>> had(List<Caused> effects) {
        return Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(schema.in(EffectSql.HAD))
                        .execute(Statements.ids(
                                        effects.stream().map(Caused::operation).toList())
                                .addArrayOfString(
                                        effects.stream().map(Caused::name).toArray(String[]::new)))
                        .toCompletionStage())
                .map(rows -> {
                    Set<Had> had = new HashSet<>();
                    rows.forEach(row -> had.add(new Had(row.getUUID(0), row.getString(1))));
                    return had;
                });
    }
}

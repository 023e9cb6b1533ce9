package dev.pawl.retain;

import dev.pawl.jobs.Failures;
import dev.pawl.retain.Partitions.Day;
import dev.pawl.retain.Partitions.Tie;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import org.jboss.logging.Logger;

/**
 * Lets whole days go: what is in doubt is copied in small batches, the partitions are detached, and one transaction copies
 * what came into doubt meanwhile from the detached tables, which nobody writes to any more, and renames them: with that the
 * day is gone, and what remains of it is dropped piece by piece. Whatever stops it on the way, the next run goes on from there.
 */
final class OldDays {

    private static final Logger LOG = Logger.getLogger(OldDays.class);

    private final Statement sql;
    private final Kept kept;
    private final Impatience impatience;
    private final Remains remains;

    OldDays(Statement sql, Kept kept, Impatience impatience) {
        this.sql = sql;
        this.kept = kept;
        this.impatience = impatience;
        this.remains = new Remains(sql, impatience);
    }

    /** How many days went; one that cannot go yet keeps no other. */
    Uni<Integer> drop(Duration age, Budget budget, Failures failures) {
        return remains.drop(budget, failures)
                .flatMap(left -> Partitions.list(sql))
                .flatMap(partitions -> Multi.createFrom()
                        .iterable(partitions.leaving(age))
                        .onItem()
                        .transformToUniAndConcatenate(day -> budget.isLeft()
                                ? failures.note(drop(day, budget), 0).call(() -> remains.drop(budget, failures))
                                : Uni.createFrom().item(0))
                        .collect()
                        .with(java.util.stream.Collectors.summingInt(went -> went)))
                .call(went -> failures.note(sql.run(PartitionSql.FORGET_GONE, Tuple.of(sql.schemaName()))
                        .replaceWithVoid()));
    }

    /** For how long the oldest day should have gone. */
    static Duration overdue(Partitions partitions, Duration age) {
        return partitions.leaving(age).stream()
                .map(day -> day.overdue(age, partitions.now()))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private Uni<Integer> drop(Day day, Budget budget) {
        return kept.keep(day.day(), budget)
                .flatMap(all -> all ? detached(day) : Uni.createFrom().item(false))
                .flatMap(loose -> loose ? letGo(day.day()) : Uni.createFrom().item(0));
    }

    private Uni<Boolean> detached(Day day) {
        if (day.isLoose()) {
            return Uni.createFrom().item(true);
        }
        String suffix = day.day().format(DateTimeFormatter.BASIC_ISO_DATE);
        Tuple names = Tuple.tuple().addArrayOfString(new String[] {"delivery_" + suffix, "event_" + suffix});
        return sql.run(PartitionSql.GOING, names)
                .flatMap(noted -> impatience.in(connection -> {
                    Statement here = sql.on(connection);
                    return detach(here, day.day(), day.deliveries(), true)
                            .flatMap(done -> detach(here, day.day(), day.events(), false));
                }));
    }

    private static Uni<Boolean> detach(Statement here, LocalDate day, Tie tie, boolean deliveries) {
        String statement = switch (tie) {
            case LOOSE -> "";
            case ATTACHED -> deliveries ? PartitionSql.DETACH_DELIVERIES : PartitionSql.DETACH_EVENTS;
            case GOING -> deliveries ? PartitionSql.FINISH_DELIVERIES : PartitionSql.FINISH_EVENTS;
        };
        return statement.isEmpty()
                ? Uni.createFrom().item(true)
                : here.plain(statement, day).replaceWith(true);
    }

    private Uni<Integer> letGo(LocalDate day) {
        return impatience
                .in(connection -> {
                    Statement here = sql.on(connection);
                    return here.plain(PartitionSql.BEGIN, day)
                            .flatMap(begun -> kept.keepAtOnce(here, day))
                            .flatMap(all -> here.plain(PartitionSql.LET_GO, day))
                            .flatMap(gone -> here.plain("commit", day))
                            .onFailure()
                            .call(failure -> here.plain("rollback", day));
                })
                .map(done -> {
                    LOG.infof("a day was let go: day=%s", day);
                    return 1;
                });
    }
}

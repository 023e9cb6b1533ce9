package dev.pawl.admin;

import dev.pawl.admin.EffectsResent.Wanted;
import dev.pawl.config.Catalog;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.operation.Transition.Kind;
import dev.pawl.core.outbound.EffectRule.Occasion;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Transitions that caused nothing, since effects were off. */
@Singleton
final class ResendReads {

    private static final String OFF = """
            from TransitionEntity t join OperationEntity o on o.id = t.operationId
            where t.effectsOff and o.source = :source and t.at >= :from and t.at < :to
            """;

    private static final String PAGE = "select t " + OFF + """
                and (t.at > :at or (t.at = :at and (t.operationId > :operation
                    or (t.operationId = :operation and t.seq > :seq))))
            order by t.at, t.operationId, t.seq
            """;

    private static final String GROUPS = """
            select o.type, o.machine, o.status, t.kind, t.from, t.to, count(*)
            """ + OFF + "group by o.type, o.machine, o.status, t.kind, t.from, t.to";

    private static final String EXISTING = """
            select e.name, count(*)
            from EffectEntity e
            join TransitionEntity t on t.operationId = e.operationId and t.seq = e.seq
            join OperationEntity o on o.id = t.operationId
            where t.effectsOff and o.source = :source and t.at >= :from and t.at < :to
            group by e.name
            """;

    /** Only what nobody has tried yet: pauses and leases are no part of a pace. */
    private static final String LATEST_DUE = """
            select max(e.dueAt), count(*)
            from EffectEntity e join OperationEntity o on o.id = e.operationId
            where o.source = :source and e.state = 'pending' and e.attempts = 0
            """;

    private static final UUID LOWEST = new UUID(0, 0);

    private final Reads reads;

    ResendReads(Reads reads) {
        this.reads = reads;
    }

    /** Where a page ends and the next begins. */
    record Place(Instant at, UUID operation, int seq) {
        static Place before(Instant at) {
            return new Place(at, LOWEST, 0);
        }
    }

    /** A transition, and its place. */
    record Off(Transition transition, Place place) {}

    /**
     * Transitions that are alike to every condition.
     *
     * @param status the operation's, now
     */
    record Group(
            String source,
            String type,
            String machine,
            String status,
            Kind kind,
            @Nullable String from,
            @Nullable String to,
            long transitions) {

        /** As it was: a move's status is that of the state it led to. */
        Occasion occasion(Catalog catalog) {
            Status now = Status.valueOf(status.toUpperCase(Locale.ROOT));
            Status then = Transition.statusAfter(kind, to, catalog.machine(machine), now);
            return new Occasion(source, type, machine, then.word(), kind, from, to);
        }
    }

    Uni<List<Off>> page(Wanted wanted, Place after, int size) {
        Map<String, Object> parameters = new HashMap<>(range(wanted));
        parameters.putAll(Map.of("at", after.at(), "operation", after.operation(), "seq", after.seq()));
        return reads.inSession(() -> TransitionEntity.<TransitionEntity>find(PAGE, parameters)
                .range(0, size - 1)
                .list()
                .map(rows -> rows.stream().map(ResendReads::off).toList()));
    }

    private static Off off(TransitionEntity row) {
        Transition transition = new Transition(
                row.operationId,
                row.seq,
                kind(row.kind),
                row.from,
                row.to,
                Cause.valueOf(row.cause.toUpperCase(Locale.ROOT)),
                row.correction,
                row.detail == null ? Map.of() : JsonText.texts(row.detail));
        return new Off(transition, new Place(row.at, row.operationId, row.seq));
    }

    private static Kind kind(String word) {
        return Kind.valueOf(word.toUpperCase(Locale.ROOT));
    }

    Uni<List<Group>> groups(Wanted wanted) {
        return reads.inSession(() -> Reads.rows(GROUPS, range(wanted))
                .map(rows -> rows.stream()
                        .map(row -> new Group(
                                wanted.source(),
                                (String) row[0],
                                (String) row[1],
                                (String) row[2],
                                kind((String) row[3]),
                                (String) row[4],
                                (String) row[5],
                                ((Number) row[6]).longValue()))
                        .toList()));
    }

    /** How many effects these transitions have by now, by name. */
    Uni<Map<String, Long>> existing(Wanted wanted) {
        return reads.inSession(() -> Reads.rows(EXISTING, range(wanted)).map(rows -> {
            Map<String, Long> existing = new HashMap<>();
            rows.forEach(row -> existing.put((String) row[0], ((Number) row[1]).longValue()));
            return existing;
        }));
    }

    /** When the last of the source's effects that were not tried yet is due; empty: there is none. */
    Uni<Optional<Instant>> latestDue(Wanted wanted) {
        return reads.inSession(() -> Reads.rows(LATEST_DUE, Map.of("source", wanted.source()))
                .map(rows -> Optional.ofNullable((Instant) rows.get(0)[0])));
    }

    private static Map<String, Object> range(Wanted wanted) {
        return Map.of("source", wanted.source(), "from", wanted.from(), "to", wanted.to());
    }
}

package dev.pawl.ledger;

import dev.pawl.core.interpret.Interpretation.Outcome;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Generations;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Verdict;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was read before of events that a list brings again: the same source, the same id of the provider's. It needs no second
 * look, whatever it had come to: a doubt that was told is told, and what could not be read waits for its replay. Without an
 * id nothing is known of an event.
 */
final class ReadBefore {

    /** Why a listed event needs no verdict of its own. */
    static final String REASON = "read-before";

    /** Conflicts of the operations come whole: which values people were told does not depend on the event that told them. */
    static final String FIND = """
            select source, event_id, operation_id, state, verdict, detail::text
            from ${schema}.event
            where operation_id = any($3) and (event_id = any($1) or verdict = 'conflict')
            union
            select source, event_id, operation_id, state, verdict, detail::text
            from ${schema}.event_kept
            where operation_id = any($3) and (event_id = any($1) or verdict = 'conflict')
            union
            select source, event_id, operation_id, state, verdict, null
            from ${schema}.event
            where event_id = any($1) and source = any($2) and verdict = 'invalid'
            union
            select source, event_id, operation_id, state, verdict, null
            from ${schema}.event_kept
            where event_id = any($1) and source = any($2) and verdict = 'invalid'
            union
            select source, event_id, operation_id, state, verdict, null
            from ${schema}.event
            where cardinality($4::text[]) > 0 and event_id = any($1) and source = any($4) and reason = 'beyond-retention'
            union
            select source, event_id, operation_id, state, verdict, null
            from ${schema}.event_kept
            where cardinality($4::text[]) > 0 and event_id = any($1) and source = any($4) and reason = 'beyond-retention'
            """;

    private final Batch batch;
    private final Collection<Reading> stored;

    /** One verdict about one event. */
    record Reading(
            String source,
            @Nullable String event,
            @Nullable UUID operation,
            @Nullable String state,
            String verdict,
            @Nullable String detail) {

        private boolean isOf(Listed listed) {
            return listed.event().equals(event) && listed.sources().contains(source);
        }
    }

    /** @param sources the source under all its names */
    record Listed(Set<String> sources, String event) {}

    ReadBefore(Batch batch, Collection<Reading> stored) {
        this.batch = batch;
        this.stored = stored;
    }

    static Tuple parameters(EventLookup lookup, Collection<UUID> operations) {
        return Tuple.tuple()
                .addArrayOfString(lookup.ids().toArray(String[]::new))
                .addArrayOfString(lookup.sources().toArray(String[]::new))
                .addArrayOfUUID(operations.toArray(UUID[]::new))
                .addArrayOfString(lookup.forgetful().toArray(String[]::new));
    }

    static Reading reading(Row row) {
        return new Reading(
                row.getString(0),
                row.getString(1),
                row.getUUID(2),
                row.getString(3),
                row.getString(4),
                row.getString(5));
    }

    /** Whether nothing is to be decided about it: its doubt was told, or it waits for its replay. */
    boolean settles(Listed listed, Outcome outcome) {
        return outcome.fold(
                asserted -> settles(listed, asserted.assertion().causedBy(Cause.BACKFILL)),
                ignored -> false,
                invalid -> wasUnreadable(listed));
    }

    private boolean settles(Listed listed, Assertion said) {
        Generations.Subject subject =
                Generations.subject(said.key(), batch.retention(said.source()).afterExpiry(), batch::operation);
        Decision decision = batch.decide(subject.current(), said);
        return switch (decision.verdict()) {
            case DUPLICATE, IGNORED -> false;
            case STALE -> decision.isBeyondRetention() && wasBeyondRetention(listed, said);
            case APPLIED, INVALID -> wasUnreadable(listed);
            case CONFLICT, CONTRADICTED, UNDECIDED, PARKED ->
                wasTold(listed, subject.id(), said, decision) || wasUnreadable(listed);
        };
    }

    private boolean wasUnreadable(Listed listed) {
        return any(reading -> reading.isOf(listed) && reading.verdict().equals(Verdict.INVALID.word()));
    }

    /** What is stale without an operation may be the repetition of something forgotten; people were told of it. */
    private boolean wasBeyondRetention(Listed listed, Assertion said) {
        return any(reading -> reading.isOf(listed)
                && reading.operation() == null
                && reading.verdict().equals(Verdict.STALE.word())
                && said.state().equals(reading.state()));
    }

    /**
     * Whether a doubt is the one that the same event was told with, or comes from what people decided since.
     *
     * @param id of the operation
     */
    private boolean wasTold(Listed listed, UUID id, Assertion assertion, Decision doubt) {
        if (doubt.verdict() == Verdict.PARKED
                && batch.parking.on(id).stream()
                        .anyMatch(row -> listed.event().equals(row.eventId())
                                && listed.sources().contains(row.source())
                                && row.assertion().state().equals(assertion.state()))) {
            return true;
        }
        return any(reading -> reading.isOf(listed)
                        && id.equals(reading.operation())
                        && assertion.state().equals(reading.state()))
                && (doubt.verdict() != Verdict.CONFLICT || areTold(id, assertion, doubt));
    }

    /** An id that comes with other values than before is news: both values of each field must have been shown. */
    private boolean areTold(UUID id, Assertion assertion, Decision conflict) {
        Operation current = batch.operation(id);
        return current != null
                && any(reading -> id.equals(reading.operation())
                        && reading.verdict().equals(Verdict.CONFLICT.word())
                        && shows(reading, current, assertion, conflict));
    }

    private static boolean shows(Reading reading, Operation current, Assertion assertion, Decision conflict) {
        Map<String, String> told = Json.readTexts(reading.detail());
        return conflict.conflicting().stream().allMatch(field -> {
            String is = current.fingerprint().fields().getOrDefault(field, "");
            String said = assertion.fingerprint().fields().getOrDefault(field, "");
            String stored = told.getOrDefault(field + ".stored", "");
            String asserted = told.getOrDefault(field + ".asserted", "");
            return (is.equals(stored) && said.equals(asserted)) || (is.equals(asserted) && said.equals(stored));
        });
    }

    private boolean any(Predicate<Reading> fits) {
        Stream<Reading> here = batch.events.stream()
                .map(event -> new Reading(
                        event.source(),
                        event.eventId(),
                        event.operation(),
                        event.state(),
                        event.verdict(),
                        event.detail()));
        return Stream.concat(stored.stream(), here).anyMatch(fits);
    }
}

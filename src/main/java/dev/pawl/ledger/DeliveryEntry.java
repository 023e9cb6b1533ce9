package dev.pawl.ledger;

import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Outcome;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Generations;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Verdict;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Ledger.Recorded;
import dev.pawl.ledger.ReadBefore.Listed;
import dev.pawl.ledger.Rows.AuditRow;
import dev.pawl.ledger.Rows.DeliveryRow;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.EventRow;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A delivery and what it says; or, without a row of its own, a stored delivery that is read again. */
final class DeliveryEntry extends Entry<Recorded> {

    /** Why an event is invalid whose row the database refuses. */
    static final String REFUSED = "storage";

    /** What needs no row of its own when we came upon it ourselves. */
    private static final Set<String> KNOWN =
            Set.of(Verdict.DUPLICATE.word(), Verdict.STALE.word(), Verdict.IGNORED.word());

    private final DeliveryReader reader;
    private final @Nullable DeliveryRow row;
    private final Map<OperationKey, UUID> operations = new HashMap<>();
    private final Set<UUID> ids;
    /** The names under which the source may have been read before. */
    private final Set<String> names;
    /** How many effects the batch has after each reading. */
    private List<Integer> effects = List.of();

    private DeliveryEntry(DeliveryReader reader, Set<String> names, @Nullable DeliveryRow row) {
        this.reader = reader;
        this.names = names;
        this.row = row;
        for (Reading reading : reader.readings()) {
            Assertion assertion = assertionOf(reading);
            if (assertion != null) {
                operations.computeIfAbsent(assertion.key(), Entry::idOf);
            }
        }
        this.ids = Set.copyOf(operations.values());
    }

    static DeliveryEntry received(
            Source source, InboundRequest request, int secret, Instant receivedAt, Interpretation said) {
        return stored(source, request, secret, receivedAt, said, Origin.RECEIVED, null);
    }

    /** What nobody sent; no secret vouches for it. */
    static DeliveryEntry history(
            Source source,
            InboundRequest request,
            Origin origin,
            @Nullable Operator operator,
            Instant receivedAt,
            Interpretation said) {
        return stored(source, request, -1, receivedAt, said, origin, operator);
    }

    private static DeliveryEntry stored(
            Source source,
            InboundRequest request,
            int secret,
            Instant receivedAt,
            Interpretation said,
            Origin origin,
            @Nullable Operator operator) {
        UUID id = DeliveryIds.next(receivedAt);
        List<Reading> readings = readings(said);
        DeliveryRow row = new DeliveryRow(
                DeliveryIds.day(id),
                id,
                source.name(),
                receivedAt,
                secret,
                RequestNotes.headers(source, request),
                Buffer.buffer(request.body()),
                origin.cause(),
                readings.stream().allMatch(reading -> origin.isHistory(reading.occurredAt())),
                RequestNotes.trace(request, id));
        return new DeliveryEntry(
                new DeliveryReader(source.name(), id, readings, origin, operator, false, row.trace()),
                source.names(),
                row);
    }

    static DeliveryEntry replayed(Source source, Ledger.Stored stored, Interpretation said, Operator operator) {
        return new DeliveryEntry(
                new DeliveryReader(
                        source.name(),
                        stored.delivery(),
                        readings(said),
                        stored.origin(),
                        operator,
                        true,
                        RequestNotes.trace(stored)),
                source.names(),
                null);
    }

    /** One that is only decided, never written. */
    static DeliveryEntry rehearsed(Source source, Instant now, Interpretation said) {
        UUID id = DeliveryIds.next(now);
        return new DeliveryEntry(
                new DeliveryReader(
                        source.name(), id, readings(said), Origin.RECEIVED, null, false, RequestNotes.ownTrace(id)),
                source.names(),
                null);
    }

    /** A body that cannot be read as a whole still has one verdict, so that it is found and can be replayed. */
    private static List<Reading> readings(Interpretation said) {
        return said.fold(interpreted -> interpreted.readings(), unreadable -> List.of(invalid(unreadable.why())));
    }

    private static Reading invalid(String reason) {
        return new Reading(null, null, null, new Outcome.Invalid(reason));
    }

    List<Reading> readings() {
        return reader.readings();
    }

    /** What one of the readings has caused, of whatever operation; for the first entry of a batch. */
    List<EffectRow> effects(Batch batch, int reading) {
        return batch.effects.caused().subList(reading == 0 ? 0 : effects.get(reading - 1), effects.get(reading));
    }

    @Override
    Set<UUID> operations() {
        return ids;
    }

    @Override
    void lookUp(EventLookup lookup) {
        reader.readings().stream()
                .map(this::listed)
                .filter(java.util.Objects::nonNull)
                .forEach(lookup::add);
    }

    @Override
    Set<UUID> alsoNeeded(Batch batch) {
        Set<UUID> needed = new HashSet<>();
        assertions()
                .forEach(assertion -> needed.addAll(Generations.alsoNeeded(
                        assertion.key(), batch.retention(assertion.source()).afterExpiry(), batch::operation)));
        return needed;
    }

    @Override
    boolean restsOnAbsence(Batch batch) {
        return assertions().anyMatch(assertion -> restsOnAbsence(batch, assertion));
    }

    static boolean restsOnAbsence(Batch batch, Assertion assertion) {
        if (batch.operation(idOf(assertion.key())) != null) {
            return Generations.latestIsMissing(assertion.key(), batch::operation);
        }
        Machine machine = batch.machine(assertion.machine());
        boolean parks = machine != null
                && machine.strict()
                && machine.knows(assertion.state())
                && !machine.state(assertion.state()).initial();
        return parks
                || batch.retention(assertion.source()).memoryAt(batch.now()).mayHaveForgotten(assertion.order());
    }

    private Stream<Assertion> assertions() {
        return reader.readings().stream().map(DeliveryEntry::assertionOf).filter(java.util.Objects::nonNull);
    }

    @Override
    int size() {
        return 512 + (row == null ? 0 : row.body().length());
    }

    @Override
    @Nullable
    Entry<Recorded> lastResort() {
        if (row == null || operations.isEmpty()) {
            return null;
        }
        return new DeliveryEntry(reader.reading(List.of(invalid(REFUSED))), names, row);
    }

    /** Two deliveries with the same bytes from the same source: the same trouble. */
    @Override
    int troubleKey() {
        return row == null
                ? reader.delivery().hashCode()
                : 31 * reader.source().hashCode() + row.body().hashCode();
    }

    @Override
    Recorded decide(Batch batch) {
        List<EventRow> events = new ArrayList<>();
        if (reader.replay()) {
            batch.parking.forget(reader.delivery());
        }
        int transitions = batch.transitions.size();
        effects = new ArrayList<>();
        for (Reading reading : reader.readings()) {
            events.add(read(batch, reading, events.size()));
            effects.add(batch.effects.caused().size());
        }
        List<String> verdicts = events.stream().map(EventRow::verdict).toList();
        boolean news = !KNOWN.containsAll(verdicts) || batch.transitions.size() > transitions || isForPeople(events);
        if (news || reader.replay() || !reader.origin().isListed()) {
            write(batch, events);
        }
        Operator operator = reader.operator();
        if (operator != null && reader.replay()) {
            batch.audit.add(
                    new AuditRow(operator.actor(), "replay", "delivery/" + reader.delivery(), operator.reason()));
        }
        return new Recorded(reader.delivery(), verdicts);
    }

    /** Stale, and yet counted as attention: it is by its delivery that people find it, and by its id that lists do. */
    private static boolean isForPeople(List<EventRow> events) {
        return events.stream()
                .anyMatch(event -> event.eventId() != null && Decision.BEYOND_RETENTION.equals(event.reason()));
    }

    private void write(Batch batch, List<EventRow> events) {
        if (row != null) {
            batch.deliveries.add(row);
            batch.counters.add(reader.source(), "received", "all", 1);
        }
        batch.events.addAll(events);
        events.forEach(event -> batch.counters.add(reader.source(), "verdict", event.verdict(), 1));
    }

    private EventRow read(Batch batch, Reading reading, int n) {
        Listed listed = listed(reading);
        if (listed != null && batch.readBefore.settles(listed, reading.outcome())) {
            return reader.event(reading, n, null, null, Verdict.DUPLICATE, ReadBefore.REASON, null);
        }
        return reading.outcome()
                .fold(
                        asserted -> decided(batch, reading, n, asserted.assertion()),
                        ignored -> reader.event(reading, n, null, null, Verdict.IGNORED, ignored.reason(), null),
                        invalid -> reader.event(reading, n, null, null, Verdict.INVALID, invalid.reason(), null));
    }

    /** Null: it was not listed, or the list gives it no id. */
    private @Nullable Listed listed(Reading reading) {
        return reader.replay() || !reader.origin().isListed() || reading.eventId() == null
                ? null
                : new Listed(names, reading.eventId());
    }

    private EventRow decided(Batch batch, Reading reading, int n, Assertion assertion) {
        Operation before = batch.operation(subjectOf(batch, assertion).id());
        Batch.Landed landed = batch.arrived(
                assertion.causedBy(reader.origin().cause()),
                new Batch.Voice(
                        reader.operator(),
                        reader.delivery(),
                        reader.origin().isHistory(reading.occurredAt()),
                        reader.trace()));
        Decision decision = landed.decision();
        UUID operation = batch.operation(landed.id()) == null ? null : landed.id();
        String detail = Json.bothValues(before, assertion, decision);
        EventRow event =
                reader.event(reading, n, operation, assertion.state(), decision.verdict(), decision.reason(), detail);
        if (decision.verdict() == Verdict.PARKED) {
            batch.turns.park(reader.parked(
                    batch, event, landed, assertion.causedBy(reader.origin().cause())));
        }
        return event;
    }

    private static Generations.Subject subjectOf(Batch batch, Assertion assertion) {
        return Generations.subject(
                assertion.key(), batch.retention(assertion.source()).afterExpiry(), batch::operation);
    }

    private static @Nullable Assertion assertionOf(Reading reading) {
        return reading.outcome().<@Nullable Assertion>fold(asserted -> asserted.assertion(), no -> null, no -> null);
    }
}

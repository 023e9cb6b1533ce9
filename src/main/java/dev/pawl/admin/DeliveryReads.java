package dev.pawl.admin;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.verify.Secret;
import dev.pawl.ledger.DeliveryIds;
import dev.pawl.secrets.SourceSecrets;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Deliveries and what became of them, as people see them. */
@Singleton
final class DeliveryReads {

    private static final String ONE = "from DeliveryEntity d where d.receivedOn = ?1 and d.id = ?2";

    private static final String BODY = "from DeliveryBodyEntity d where d.receivedOn = ?1 and d.id = ?2";

    private static final String EVENTS =
            "from EventEntity e where e.receivedOn = ?1 and e.deliveryId = ?2 order by e.run, e.n";

    private static final String VERDICTS = """
            select e.deliveryId, e.n, e.verdict, e.retried, e.run
            from EventEntity e
            where e.receivedOn in :days and e.deliveryId in :deliveries
            order by e.run
            """;

    private final Reads reads;
    private final Configuration configuration;
    private final SourceSecrets secrets;
    private final InstantSource clock;

    DeliveryReads(Reads reads, Configuration configuration, SourceSecrets secrets, InstantSource clock) {
        this.reads = reads;
        this.configuration = configuration;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** What is left of a delivery. */
    enum Trace {
        KEPT,
        GONE,
        NEVER_SEEN
    }

    /** A delivery with its body; {@code body} null: no longer kept. */
    static final class WithBody {
        final Trace trace;
        final @Nullable DeliveryEntity row;
        final byte @Nullable [] body;

        private WithBody(Trace trace, @Nullable DeliveryEntity row, byte @Nullable [] body) {
            this.trace = trace;
            this.row = row;
            this.body = body;
        }
    }

    Uni<Page<DeliveryView>> page(DeliveryFilter filter) {
        return reads.inSession(() -> DeliveryEntity.<DeliveryEntity>find(filter.query(), filter.parameters())
                .range(0, filter.limit())
                .list()
                .map(rows -> Page.of(rows, filter.limit(), row -> new Cursor(row.receivedAt, row.id)))
                .flatMap(page -> verdicts(page.items())
                        .map(verdicts ->
                                page.map(row -> view(row, verdicts.getOrDefault(row.id, Map.of()), null, null)))));
    }

    /** Null when there is none. */
    Uni<@Nullable DeliveryView> detail(UUID id) {
        LocalDate day = DeliveryIds.day(id);
        return reads.inSession(() -> DeliveryEntity.<DeliveryEntity>find(ONE, day, id)
                .firstResult()
                .flatMap(row -> row == null ? Uni.createFrom().nullItem() : withEvents(row)));
    }

    private Uni<DeliveryView> withEvents(DeliveryEntity row) {
        return verdicts(List.of(row))
                .flatMap(verdicts -> EventEntity.<EventEntity>find(EVENTS, row.receivedOn, row.id)
                        .range(0, OperationDetail.LONGEST)
                        .list()
                        .map(events -> view(
                                row,
                                verdicts.getOrDefault(row.id, Map.of()),
                                events.stream()
                                        .limit(OperationDetail.LONGEST)
                                        .map(event -> EventView.of(event, null))
                                        .toList(),
                                events.size() > OperationDetail.LONGEST)));
    }

    Uni<WithBody> withBody(UUID id) {
        LocalDate day = DeliveryIds.day(id);
        return reads.inSession(() -> DeliveryEntity.<DeliveryEntity>find(ONE, day, id)
                .firstResult()
                .flatMap(row -> row == null
                        ? traceOf(day, id)
                        : DeliveryBodyEntity.<DeliveryBodyEntity>find(BODY, day, id)
                                .firstResult()
                                .map(body -> body == null || body.body == null
                                        ? new WithBody(Trace.GONE, row, null)
                                        : new WithBody(Trace.KEPT, row, body.body))));
    }

    /** A day that is over leaves no trace: what came then is gone, whatever it was. */
    private Uni<WithBody> traceOf(LocalDate day, UUID id) {
        Instant end = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        if (end.plus(configuration.current().longestBodies()).isBefore(clock.instant())) {
            return Uni.createFrom().item(new WithBody(Trace.GONE, null, null));
        }
        return EventEntity.count("receivedOn = ?1 and deliveryId = ?2", day, id)
                .map(events -> new WithBody(events > 0 ? Trace.GONE : Trace.NEVER_SEEN, null, null));
    }

    /** Of the newest run of each delivery, with what parked events of it came to since. */
    private static Uni<Map<UUID, Map<String, Long>>> verdicts(List<DeliveryEntity> rows) {
        if (rows.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        Set<LocalDate> days = new HashSet<>();
        rows.forEach(row -> days.add(row.receivedOn));
        Map<String, ?> parameters = Map.of(
                "days",
                List.copyOf(days),
                "deliveries",
                rows.stream().map(row -> row.id).toList());
        return Reads.rows(VERDICTS, parameters).map(DeliveryReads::ofNewestRun);
    }

    private static Map<UUID, Map<String, Long>> ofNewestRun(List<Object[]> rows) {
        Map<UUID, Integer> newest = new HashMap<>();
        Map<UUID, Map<Integer, String>> verdicts = new HashMap<>();
        for (Object[] row : rows) {
            UUID delivery = (UUID) row[0];
            Integer run = (Integer) row[4];
            boolean readAgain = !((Boolean) row[3]) && !run.equals(newest.put(delivery, run));
            if (readAgain) {
                verdicts.put(delivery, new HashMap<>());
            }
            verdicts.computeIfAbsent(delivery, id -> new HashMap<>()).put((Integer) row[1], (String) row[2]);
        }
        Map<UUID, Map<String, Long>> counted = new HashMap<>();
        verdicts.forEach((delivery, words) -> {
            Map<String, Long> counts = new TreeMap<>();
            words.values().forEach(word -> counts.merge(word, 1L, Long::sum));
            counted.put(delivery, counts);
        });
        return counted;
    }

    private DeliveryView view(
            DeliveryEntity row,
            Map<String, Long> verdicts,
            @Nullable List<EventView> events,
            @Nullable Boolean truncated) {
        return new DeliveryView(
                row.id.toString(),
                row.source,
                row.receivedAt,
                secretName(row),
                row.cause,
                row.size,
                headers(row),
                verdicts,
                events,
                truncated);
    }

    private static Map<String, String> headers(DeliveryEntity row) {
        Map<String, String> headers = new TreeMap<>();
        JsonText.lists(row.headers).forEach((name, values) -> headers.put(name, String.join(", ", values)));
        return headers;
    }

    private @Nullable String secretName(DeliveryEntity row) {
        if (row.secret < 0) {
            return null;
        }
        Source source = configuration.current().source(row.source);
        List<Secret> known = source == null ? List.of() : secrets.of(source);
        return row.secret < known.size() ? known.get(row.secret).name() : "secrets[" + row.secret + "]";
    }
}

package dev.pawl.intake;

import dev.pawl.http.NotRead;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests that were refused, by source and cause. Strangers must not be able to make the database work, or fill the
 * log, so the counts gather here and are written once a second. Thread-safe.
 */
@Singleton
public final class Refusals {

    private static final Logger LOG = Logger.getLogger(Refusals.class);

    private final Ledger ledger;
    private final DatabaseState database;
    private final MeterRegistry registry;
    private Map<String, Gathered> gathered = new HashMap<>();

    /** What was refused to one source. Guarded by the owner. */
    private static final class Gathered {
        final Map<String, Long> counts = new TreeMap<>();
        String lastFrom = "";

        @Nullable
        NotRead largest;

        void add(Map<String, Long> more) {
            more.forEach((cause, count) -> counts.merge(cause, count, Long::sum));
        }

        void measure(NotRead tooLarge) {
            if (largest == null || largest.size() < tooLarge.size()) {
                largest = tooLarge;
            }
        }

        @Override
        public String toString() {
            return counts + ", last from " + lastFrom
                    + (largest == null
                            ? ""
                            : ", the largest with " + largest.size() + " bytes where the limit is " + largest.limit());
        }
    }

    Refusals(Ledger ledger, DatabaseState database, MeterRegistry registry) {
        this.ledger = ledger;
        this.database = database;
        this.registry = registry;
    }

    void count(Arrival arrival, String cause) {
        count(arrival, cause, null);
    }

    /** A sender that went away refused us. */
    void unread(Arrival arrival, Throwable failure) {
        if (failure instanceof NotRead notRead && notRead.why() != NotRead.Cause.SENDER_GONE) {
            count(arrival, notRead.why().word(), notRead.why() == NotRead.Cause.TOO_LARGE ? notRead : null);
        }
    }

    private void count(Arrival arrival, String cause, @Nullable NotRead tooLarge) {
        String source = arrival.source().name();
        synchronized (this) {
            Gathered here = of(source);
            here.add(Map.of(cause, 1L));
            here.lastFrom = arrival.from();
            if (tooLarge != null) {
                here.measure(tooLarge);
            }
        }
        registry.counter("pawl.intake.refused", "source", source, "cause", cause)
                .increment();
    }

    private Gathered of(String source) {
        return gathered.computeIfAbsent(source, name -> new Gathered());
    }

    private synchronized Map<String, Gathered> take() {
        Map<String, Gathered> taken = gathered;
        gathered = new HashMap<>();
        return taken;
    }

    /** They were not written, and are told once more when they are. */
    private synchronized void putBack(Map<String, Gathered> taken) {
        taken.forEach((source, refused) -> {
            Gathered here = of(source);
            here.add(refused.counts);
            here.lastFrom = here.lastFrom.isEmpty() ? refused.lastFrom : here.lastFrom;
            if (refused.largest != null) {
                here.measure(refused.largest);
            }
        });
    }

    @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> write() {
        Map<String, Gathered> taken = database.ready() ? take() : Map.of();
        if (taken.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        Map<String, Map<String, Long>> counts = new HashMap<>();
        taken.forEach((source, refused) -> {
            LOG.warnf("refused requests to source %s: %s", source, refused);
            counts.put(source, refused.counts);
        });
        return ledger.refused(counts)
                .replaceWithVoid()
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(failure -> {
                    putBack(taken);
                    return null;
                });
    }
}

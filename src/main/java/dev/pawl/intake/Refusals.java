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
import org.jboss.logging.Logger;

/**
 * Counts requests that were refused, by source and cause. Strangers must not be able to make the database work, so the
 * counts gather here and are written once a second. Thread-safe.
 */
@Singleton
public final class Refusals {

    private static final Logger LOG = Logger.getLogger(Refusals.class);

    private final Ledger ledger;
    private final DatabaseState database;
    private final MeterRegistry registry;
    private Map<String, Map<String, Long>> gathered = new HashMap<>();

    Refusals(Ledger ledger, DatabaseState database, MeterRegistry registry) {
        this.ledger = ledger;
        this.database = database;
        this.registry = registry;
    }

    void count(String source, String cause) {
        add(source, cause, 1);
        registry.counter("pawl.intake.refused", "source", source, "cause", cause)
                .increment();
    }

    /** A sender that went away refused us. */
    void unread(String source, Throwable failure) {
        if (failure instanceof NotRead notRead && notRead.why() != NotRead.Cause.SENDER_GONE) {
            count(source, notRead.why().word());
        }
    }

    private synchronized void add(String source, String cause, long count) {
        gathered.computeIfAbsent(source, name -> new HashMap<>()).merge(cause, count, Long::sum);
    }

    private synchronized Map<String, Map<String, Long>> take() {
        Map<String, Map<String, Long>> taken = gathered;
        gathered = new HashMap<>();
        return taken;
    }

    @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> write() {
        Map<String, Map<String, Long>> counts = database.ready() ? take() : Map.of();
        if (counts.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        counts.forEach((source, causes) -> LOG.warnf("refused requests to source %s: %s", source, causes));
        return ledger.refused(counts)
                .replaceWithVoid()
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(failure -> {
                    counts.forEach((source, causes) -> causes.forEach((cause, count) -> add(source, cause, count)));
                    return null;
                });
    }
}

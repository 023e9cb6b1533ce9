package dev.pawl.ledger;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The application's statements that cannot run at all as things are: a table or a permission is missing, or the text is
 * wrong. Trying one in every batch would make every batch run its others twice. After a pause one is tried again; until
 * then its effects are the dispatcher's. Safe for several threads.
 */
final class UnusableStatements {

    static final Duration PAUSE = Duration.ofSeconds(10);

    private final LongSupplier nanoTime;
    /** By text: since when. Only configured statements come here. */
    private final Map<String, Long> since = new ConcurrentHashMap<>();

    UnusableStatements() {
        this(System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} */
    UnusableStatements(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void failed(String statement) {
        since.put(statement, nanoTime.getAsLong());
    }

    boolean rests(String statement) {
        Long failed = since.get(statement);
        if (failed == null) {
            return false;
        }
        boolean over = nanoTime.getAsLong() - failed >= PAUSE.toNanos();
        if (over) {
            since.remove(statement, failed);
        }
        return !over;
    }
}

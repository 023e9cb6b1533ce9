package dev.pawl.admin;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of having the provider list what it has sent.
 *
 * @param until everything the provider sent before is known to be here; null: no list was read to its end yet
 * @param runs the latest ones, newest first
 */
@RegisterForReflection
record BackfillView(@Nullable Instant until, List<Run> runs) {

    /** How many runs people see. */
    static final int LATEST = 10;

    BackfillView {
        runs = List.copyOf(runs);
    }

    /**
     * One run.
     *
     * @param endedAt null: it is under way, or its process died
     * @param missed was not here, as far as can be told, recovered or not
     * @param matched was here already
     * @param recovered had been missed, and was applied now
     * @param doubtful in conflict, contradicted, undecided or parked
     * @param passedOver failed in run after run, and the list went on without it
     * @param complete whether the list was read to its end; otherwise the next run goes on
     */
    @RegisterForReflection
    record Run(
            Instant startedAt,
            @Nullable Instant endedAt,
            int pages,
            int listed,
            int missed,
            int matched,
            int recovered,
            int ignored,
            int invalid,
            int doubtful,
            int passedOver,
            boolean complete,
            @Nullable String error) {

        static Run of(BackfillRunEntity row) {
            return new Run(
                    row.startedAt,
                    row.endedAt,
                    row.pages,
                    row.listed,
                    row.listed - row.matched - row.ignored,
                    row.matched,
                    row.recovered,
                    row.ignored,
                    row.invalid,
                    row.doubtful,
                    row.passedOver,
                    row.complete,
                    row.error);
        }
    }
}

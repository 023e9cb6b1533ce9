package dev.pawl.backfill;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of listed elements. Each counts once.
 *
 * @param recovered had been missed: applied now
 * @param matched was here
 * @param doubtful in conflict, contradicted, undecided or parked
 * @param passedOver failed in run after run
 */
record Tally(int listed, int recovered, int matched, int ignored, int invalid, int doubtful, int passedOver) {

    static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0);
    static final Tally UNREADABLE = new Tally(1, 0, 0, 0, 1, 0, 0);

    private static final Set<String> KNOWN = Set.of("duplicate", "stale");

    /** One element by its verdicts; the one that wants most attention counts. */
    static Tally of(List<String> verdicts) {
        if (verdicts.contains("applied")) {
            return new Tally(1, 1, 0, 0, 0, 0, 0);
        }
        if (verdicts.contains("invalid")) {
            return UNREADABLE;
        }
        if (verdicts.stream().anyMatch(verdict -> !KNOWN.contains(verdict) && !verdict.equals("ignored"))) {
            return new Tally(1, 0, 0, 0, 0, 1, 0);
        }
        return verdicts.stream().anyMatch(KNOWN::contains)
                ? new Tally(1, 0, 1, 0, 0, 0, 0)
                : new Tally(1, 0, 0, 1, 0, 0, 0);
    }

    static Tally passedOver(int count) {
        return new Tally(count, 0, 0, 0, 0, 0, count);
    }

    /** Those that were not here, as far as can be told, whether or not they could be recovered. */
    int missed() {
        return listed - matched - ignored;
    }

    Tally plus(Tally other) {
        return new Tally(
                listed + other.listed,
                recovered + other.recovered,
                matched + other.matched,
                ignored + other.ignored,
                invalid + other.invalid,
                doubtful + other.doubtful,
                passedOver + other.passedOver);
    }

    Map<String, Long> numbers() {
        return Map.of(
                "listed", (long) listed,
                "missed", (long) missed(),
                "recovered", (long) recovered,
                "matched", (long) matched,
                "ignored", (long) ignored,
                "invalid", (long) invalid,
                "doubtful", (long) doubtful,
                "passedOver", (long) passedOver);
    }
}

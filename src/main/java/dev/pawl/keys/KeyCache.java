package dev.pawl.keys;

import dev.pawl.core.verify.KeyRequest;
import dev.pawl.core.verify.KeySet;
import dev.pawl.keys.KeyAnswer.NotObtainable;
import dev.pawl.keys.KeyAnswer.Obtained;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers of providers, and for a short while that there was none. Times are nanoseconds of a clock that only goes forward:
 * a key must not live longer because somebody set the clock back. Not thread-safe.
 */
final class KeyCache {

    static final int MOST = 128;

    /** How soon a provider is asked again about a document it just gave, because a key is named that is not in it. */
    static final Duration AGAIN = Duration.ofSeconds(30);

    /** How soon somebody who could not be reached is tried again. */
    static final Duration BRIEFLY = Duration.ofSeconds(5);

    private static final int MOST_FAILURES = 1_024;

    private record Known(KeySet keys, long at) {}

    private record Failure(NoAnswer why, long at, Duration pause) {}

    private final Map<KeyRequest, Known> known = new Bounded<>(MOST);
    /** Apart from the keys: what a stranger makes up never pushes out a key. */
    private final Map<KeyRequest, Failure> failures = new Bounded<>(MOST_FAILURES);

    /** Null: the provider is to be asked. */
    @Nullable
    KeyAnswer look(KeyRequest request, long now) {
        KeyRequest document = request.document();
        Known kept = known.get(document);
        if (kept != null && isYounger(kept.at(), request.cache(), now)) {
            boolean justAsked = isYounger(kept.at(), AGAIN, now);
            if (justAsked || kept.keys().has(request.id())) {
                return new Obtained(kept.keys());
            }
        }
        Failure failure = failures.get(document);
        return failure != null && isYounger(failure.at(), failure.pause(), now)
                ? without(request, failure.why(), now)
                : null;
    }

    /** Whether the provider ever answered this. */
    boolean knows(KeyRequest request) {
        return known.containsKey(request.document());
    }

    void keep(KeyRequest request, KeySet keys, long now) {
        failures.remove(request.document());
        known.put(request.document(), new Known(keys, now));
    }

    /** Nobody is asked again for a while; longer where only a key nobody knows is missing, or where the answer was no. */
    void failed(KeyRequest request, NoAnswer why, long now) {
        Known kept = known.get(request.document());
        boolean fresh = kept != null && isYounger(kept.at(), request.cache(), now);
        Duration pause = why.isUnreachable() && !fresh ? BRIEFLY : AGAIN;
        failures.put(request.document(), new Failure(why, now, pause));
    }

    /**
     * What to say where there is no new answer. While a provider cannot be reached, its last answer counts for as long
     * again: its outage must not stop webhooks that are perfectly signed, and a key it took back is not believed for ever.
     * A key that is not in that answer may be a new one; then nobody can tell.
     */
    KeyAnswer without(KeyRequest request, NoAnswer why, long now) {
        Known kept = known.get(request.document());
        boolean usable = kept != null
                && why.isUnreachable()
                && isYounger(kept.at(), request.cache().multipliedBy(2), now)
                && kept.keys().has(request.id());
        return kept != null && usable ? new Obtained(kept.keys()) : new NotObtainable(why.reason());
    }

    private static boolean isYounger(long at, Duration age, long now) {
        return Duration.ofNanos(now - at).compareTo(age) < 0;
    }
}

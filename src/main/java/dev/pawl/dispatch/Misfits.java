package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Ending;
import dev.pawl.dispatch.EffectRows.Finished;
import dev.pawl.dispatch.EffectSink.Retry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Effects written for another kind of receiver than their name now means. They are not sent: their payload is not of that
 * form. For an hour they wait, since a replica with the configuration of before may take them, or the change be undone; then
 * they are given up. The hour begins when this process first meets one, however long the effect has been open: one that
 * waited for its receiver since yesterday has the same hour, and a restart gives another.
 */
final class Misfits {

    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** When the first one was met, on the process's own clock. */
    private final Map<Change, Long> met = new HashMap<>();

    private record Change(String effect, String written, String configured) {}

    /** A change that is undone has not been. */
    void follow(List<EffectRule> configured) {
        met.keySet()
                .removeIf(change -> configured.stream()
                        .noneMatch(effect -> effect.name().equals(change.effect())
                                && effect.target().kind().equals(change.configured())));
    }

    /**
     * What becomes of one that does not fit; null: it does. Nobody has refused it, and what an attempt before left open
     * stays so.
     */
    @Nullable
    Finished judged(EffectRule effect, Claimed claimed, long nanos) {
        String kind = effect.target().kind();
        String written = claimed.kind();
        if (written == null || kind.equals(written)) {
            return null;
        }
        long since = nanos - met.computeIfAbsent(new Change(effect.name(), written, kind), change -> nanos);
        // A replica with the configuration of before may have written it a moment ago.
        boolean waits = PATIENCE.compareTo(Duration.ofNanos(since)) > 0 || PATIENCE.compareTo(claimed.age()) > 0;
        String reason = "written as an effect of kind " + written + ", and the configuration now says " + kind;
        return waits
                ? Judgement.of(effect, claimed, new Retry(reason, PAUSE, false, false))
                : Judgement.settled(effect, claimed, Ending.DEAD, reason, claimed.doubtful());
    }
}

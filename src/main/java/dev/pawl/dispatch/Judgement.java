package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Ending;
import dev.pawl.dispatch.EffectRows.Finished;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Retry;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** What an attempt's outcome means for its effect: settled, or when it is tried again. */
final class Judgement {

    private Judgement() {}

    static Finished of(EffectRule effect, Claimed claimed, Outcome outcome) {
        return outcome.fold(
                delivered -> settled(effect, claimed, Ending.DONE, null, false),
                rejected -> settled(effect, claimed, Ending.REJECTED, rejected.reason(), false),
                retry -> again(effect, claimed, retry));
    }

    private static Finished again(EffectRule effect, Claimed claimed, Retry retry) {
        if (!retry.attempted()) {
            Duration pause = pause(effect, claimed, retry);
            return new Finished(claimed, Ending.PENDING, retry.reason(), pause, claimed.doubtful(), false, false);
        }
        boolean unsure = isUnsure(effect, claimed, retry);
        boolean never = unsure && effect.repeat() == Repeat.Always.NEVER;
        return never || claimed.attempts() >= effect.maxAttempts()
                ? settled(effect, claimed, Ending.DEAD, retry.reason(), unsure)
                : new Finished(claimed, Ending.PENDING, retry.reason(), pause(effect, claimed, retry), unsure, false);
    }

    /**
     * Where the receiver is asked, its answer ends older doubt. Where giving up would say something about the operation, one
     * attempt that may have arrived makes that uncertain for good.
     */
    private static boolean isUnsure(EffectRule effect, Claimed claimed, Retry retry) {
        return effect.repeat().keepsDoubt()
                ? retry.mayHaveIt()
                : effect.then().containsKey(End.DEAD) && (retry.mayHaveIt() || claimed.doubtful());
    }

    static Finished settled(EffectRule effect, Claimed claimed, Ending ending, @Nullable String error, boolean unsure) {
        boolean telling = ending.isFinalNo() || effect.then().containsKey(End.DONE);
        return new Finished(claimed, ending, error, Duration.ZERO, unsure, telling);
    }

    private static Duration pause(EffectRule effect, Claimed claimed, Retry retry) {
        double random = ThreadLocalRandom.current().nextDouble();
        Duration scheduled = effect.backoff().pauseAfter(claimed.attempts(), random);
        Duration asked = retry.notBefore();
        return asked == null || asked.compareTo(scheduled) < 0 ? scheduled : asked;
    }
}

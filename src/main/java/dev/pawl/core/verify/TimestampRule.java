package dev.pawl.core.verify;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.verify.Verification.Reason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How old a signed request may be.
 *
 * @param from where the time stands
 * @param tolerance in both directions; exactly this is still good
 * @param acceptFuture whether a time ahead of ours is good however far it is
 */
public record TimestampRule(RequestText from, TimeFormat format, Duration tolerance, boolean acceptFuture) {

    public TimestampRule {
        if (tolerance.isNegative()) {
            throw new IllegalArgumentException("tolerance is negative");
        }
    }

    @Nullable
    Reason freshness(Instant signedAt, Instant now) {
        Duration age = Duration.between(signedAt, now);
        if (!acceptFuture && age.negated().compareTo(tolerance) > 0) {
            return Reason.TIMESTAMP_IN_FUTURE;
        }
        return age.compareTo(tolerance) > 0 ? Reason.TIMESTAMP_TOO_OLD : null;
    }
}

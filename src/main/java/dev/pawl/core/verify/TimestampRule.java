package dev.pawl.core.verify;

import dev.pawl.core.TimeFormat;
import java.time.Duration;

/**
 * How old a signed request may be.
 *
 * @param from where the time stands; {@link SignedContent.Part#reference} reads it
 * @param tolerance in both directions; exactly this is still good
 * @param acceptFuture whether a time ahead of ours is good however far it is
 */
public record TimestampRule(SignedContent.Part from, TimeFormat format, Duration tolerance, boolean acceptFuture) {

    public TimestampRule {
        if (tolerance.isNegative()) {
            throw new IllegalArgumentException("tolerance is negative");
        }
    }
}

package dev.pawl.core.outbound;

import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Transition;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One configured effect: which transitions cause it, where it goes and how often it is tried.
 *
 * @param once at most once per operation
 */
public record EffectRule(String name, When when, Target target, boolean once, int maxAttempts, RetrySchedule backoff) {

    /**
     * Which transitions cause an effect. A null part matches everything; {@code kind} null means moves and statuses.
     *
     * @param attention whether the effect is about raised and cleared attention instead
     */
    public record When(
            @Nullable String source,
            @Nullable String type,
            @Nullable String machine,
            @Nullable Set<String> from,
            @Nullable Set<String> to,
            @Nullable Set<String> status,
            Transition.@Nullable Kind kind,
            boolean attention) {

        public boolean matches(Operation after, Transition transition) {
            return kindMatches(transition.kind())
                    && (source == null || source.equals(after.source()))
                    && (type == null || type.equals(after.key().type()))
                    && (machine == null || machine.equals(after.machine()))
                    && (from == null || contains(from, transition.from()))
                    && (to == null || contains(to, transition.to()))
                    && (status == null || status.contains(after.status().word()));
        }

        private boolean kindMatches(Transition.Kind actual) {
            if (kind != null) {
                return kind == actual;
            }
            if (attention) {
                return actual == Transition.Kind.ATTENTION;
            }
            return actual == Transition.Kind.MOVE || actual == Transition.Kind.STATUS;
        }

        private static boolean contains(Set<String> set, @Nullable String value) {
            return value != null && set.contains(value);
        }
    }

    /** Where an effect goes. */
    public sealed interface Target {

        /** How long one attempt may take. */
        Duration timeout();

        /** What is shared by all effects that go to the same place: a hanging one is a trouble of them all. */
        String destination();
    }

    /**
     * An HTTP receiver.
     *
     * @param rejectOn statuses that are a final no: not repeated
     */
    public record HttpTarget(URI url, SigningKey secret, Duration timeout, Set<Integer> rejectOn) implements Target {
        public HttpTarget {
            Objects.requireNonNull(url);
            rejectOn = Set.copyOf(rejectOn);
        }

        @Override
        public String destination() {
            return url.getScheme() + "://" + url.getHost() + ':' + url.getPort();
        }
    }
}

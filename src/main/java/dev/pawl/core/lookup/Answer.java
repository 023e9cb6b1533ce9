package dev.pawl.core.lookup;

import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Assertion.Authority;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What came of a question to a provider. The words of a reason quote neither an address nor an answer: both may hold
 * secrets.
 */
public sealed interface Answer {

    <T> T fold(
            Function<Found, T> found,
            Function<NotFound, T> notFound,
            Function<Unreadable, T> unreadable,
            Function<NotNow, T> notNow);

    /**
     * The provider tells the state.
     *
     * @param occurredAt null: not when it became so
     * @param watched names of the fields whose change within the state is worth a transition
     */
    record Found(
            String state,
            @Nullable Instant occurredAt,
            Fingerprint fingerprint,
            Map<String, String> fields,
            Set<String> watched)
            implements Answer {

        public Found {
            fields = Map.copyOf(fields);
            watched = Set.copyOf(watched);
        }

        /**
         * What it says about the operation that was asked about.
         *
         * @param authority the operation as it was when it was asked about; for an answer that comes too late for that, its
         *     time still counts, see {@link #late}
         */
        public Assertion about(Operation operation, Authority authority) {
            Instant asOf = occurredAt == null ? authority.askedAt() : occurredAt;
            return assertion(operation, asOf, authority);
        }

        /** The question is not the operation's any more: it tells no more than what was so when it was asked. */
        public Assertion late(Operation operation, Instant askedAt) {
            return assertion(operation, askedAt, null);
        }

        private Assertion assertion(Operation operation, Instant asOf, @Nullable Authority authority) {
            return new Assertion(
                    operation.key(),
                    operation.source(),
                    operation.machine(),
                    state,
                    Order.at(asOf),
                    fingerprint,
                    fields,
                    watched,
                    null,
                    Cause.RECONCILE,
                    authority);
        }

        @Override
        public <T> T fold(
                Function<Found, T> found,
                Function<NotFound, T> notFound,
                Function<Unreadable, T> unreadable,
                Function<NotNow, T> notNow) {
            return found.apply(this);
        }
    }

    /**
     * The provider does not know the operation, or not yet. An attempt is used up.
     *
     * @param young how old an operation must be for this to count as the last word
     */
    record NotFound(int status, Duration young) implements Answer {
        @Override
        public <T> T fold(
                Function<Found, T> found,
                Function<NotFound, T> notFound,
                Function<Unreadable, T> unreadable,
                Function<NotNow, T> notNow) {
            return notFound.apply(this);
        }
    }

    /** No answer, or none that says anything. An attempt is used up. */
    record Unreadable(String why) implements Answer {
        @Override
        public <T> T fold(
                Function<Found, T> found,
                Function<NotFound, T> notFound,
                Function<Unreadable, T> unreadable,
                Function<NotNow, T> notNow) {
            return unreadable.apply(this);
        }
    }

    /**
     * Says nothing about the operation: asked too often, or a question that the provider does not take from us. No attempt
     * is used up.
     *
     * @param pause before this operation is asked about again
     * @param everybody whether no other operation of the source may be asked about before, either
     */
    record NotNow(String why, Duration pause, boolean everybody) implements Answer {
        @Override
        public <T> T fold(
                Function<Found, T> found,
                Function<NotFound, T> notFound,
                Function<Unreadable, T> unreadable,
                Function<NotNow, T> notNow) {
            return notNow.apply(this);
        }
    }
}

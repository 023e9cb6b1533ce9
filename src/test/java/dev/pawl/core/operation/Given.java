package dev.pawl.core.operation;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payment and what is said about it. */
final class Given {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final OperationKey KEY = new OperationKey("shop", "acct_1", "payment", "pay_1");
    static final Fingerprint EUR = Fingerprint.of(Map.of("currency", "\"EUR\""));

    /** pending → processing ⇄ failed → succeeded → refunded, and pending, failed → canceled. */
    static final Machine PAYMENT = payment(false);

    static final Machine STRICT_PAYMENT = payment(true);

    private Given() {}

    private static Machine payment(boolean strict) {
        return new Machine(
                "payment",
                strict,
                Duration.ofHours(1),
                List.of(
                        new Machine.State(
                                "pending",
                                Status.PROCESSING,
                                true,
                                Set.of("processing", "failed", "canceled"),
                                Duration.ofMinutes(15),
                                10,
                                Duration.ofDays(7)),
                        new Machine.State(
                                "processing",
                                Status.PROCESSING,
                                false,
                                Set.of("succeeded", "failed"),
                                Duration.ofMinutes(30),
                                10,
                                null),
                        new Machine.State(
                                "failed",
                                Status.FAILED,
                                false,
                                Set.of("processing", "succeeded", "canceled"),
                                null,
                                10,
                                null),
                        new Machine.State("succeeded", Status.COMPLETED, false, Set.of("refunded"), null, 10, null),
                        new Machine.State("canceled", Status.REJECTED, false, Set.of(), null, 10, null),
                        new Machine.State("refunded", Status.COMPLETED, false, Set.of(), null, 10, null)));
    }

    /** Business time: minutes after an arbitrary hour. */
    static Order minute(int minute) {
        return Order.at(Instant.parse("2026-03-01T10:00:00Z").plus(Duration.ofMinutes(minute)));
    }

    static Order version(long version) {
        return new Order(version, null);
    }

    static Assertion says(String state, Order order) {
        return says(Cause.DELIVERY, state, order);
    }

    static Assertion says(Cause cause, String state, Order order) {
        return says(cause, state, order, Fingerprint.NONE, Map.of());
    }

    static Assertion says(Cause cause, String state, Order order, Fingerprint fingerprint, Map<String, String> fields) {
        return new Assertion(KEY, "shop", "payment", state, order, fingerprint, fields, Set.of("amount"), null, cause);
    }

    static Assertion withReference(Assertion it, String reference) {
        return new Assertion(
                it.key(),
                it.source(),
                it.machine(),
                it.state(),
                it.order(),
                it.fingerprint(),
                it.fields(),
                it.watched(),
                reference,
                it.cause());
    }

    /** A payment created by one delivery an hour ago. */
    static Operation in(String state, Order order) {
        Status status = PAYMENT.knows(state) ? PAYMENT.state(state).status() : Status.PROCESSING;
        return new Operation(
                KEY.id(0),
                KEY,
                0,
                "shop",
                null,
                "payment",
                state,
                status,
                new TreeMap<>(),
                order,
                1,
                Map.of(),
                Fingerprint.NONE,
                new Operation.Counts(1, 0, 0),
                null,
                null,
                Operation.Checks.NONE,
                false,
                0,
                null,
                NOW.minus(Duration.ofHours(1)),
                NOW.minus(Duration.ofHours(1)));
    }

    static Operation withStatus(Operation it, Status status, Attention... attention) {
        TreeMap<Attention.Reason, Attention> open = new TreeMap<>();
        for (Attention one : attention) {
            open.put(one.reason(), one);
        }
        return copy(it, status, open, it.fingerprint(), it.fields(), it.tombstone());
    }

    static Operation withFacts(Operation it, Fingerprint fingerprint, Map<String, String> fields) {
        return copy(it, it.status(), it.attention(), fingerprint, fields, it.tombstone());
    }

    static Operation tombstone(Operation it) {
        return copy(it, it.status(), it.attention(), it.fingerprint(), it.fields(), true);
    }

    /** As the statement that claims an operation for a question leaves it. */
    static Operation claimed(Operation it, int used, UUID claim, Instant now, @Nullable Instant expiresAt) {
        return new Operation(
                it.id(),
                it.key(),
                it.generation(),
                it.source(),
                it.reference(),
                it.machine(),
                it.state(),
                it.status(),
                it.attention(),
                it.order(),
                it.seq(),
                it.fields(),
                it.fingerprint(),
                it.counts(),
                now.plusSeconds(20),
                expiresAt,
                new Operation.Checks(used, claim),
                it.tombstone(),
                it.latestGeneration(),
                it.correlationId(),
                it.createdAt(),
                it.updatedAt());
    }

    private static Operation copy(
            Operation it,
            Status status,
            SortedMap<Attention.Reason, Attention> attention,
            Fingerprint fingerprint,
            Map<String, String> fields,
            boolean tombstone) {
        return new Operation(
                it.id(),
                it.key(),
                it.generation(),
                it.source(),
                it.reference(),
                it.machine(),
                it.state(),
                status,
                attention,
                it.order(),
                it.seq(),
                fields,
                fingerprint,
                it.counts(),
                it.nextCheckAt(),
                it.expiresAt(),
                it.checks(),
                tombstone,
                it.latestGeneration(),
                it.correlationId(),
                it.createdAt(),
                it.updatedAt());
    }
}

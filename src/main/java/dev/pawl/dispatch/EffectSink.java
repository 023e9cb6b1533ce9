package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule.Target;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.Trace;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes effects to one kind of receiver outside. An implementation says what became of an attempt as a value; a failed
 * {@code Uni} counts as {@link Retry}. It gives up by itself within the target's timeout, and reasons hold no secrets.
 */
interface EffectSink<T extends Target> {

    Uni<Outcome> send(T target, Attempt attempt);

    /**
     * One try of an effect.
     *
     * @param repeat what follows from doubt
     * @param webhookId the effect's idempotency key, the same on every attempt
     * @param operation id
     * @param payload exactly the bytes to send, the same on every attempt
     * @param number counted from 1
     * @param trace of what caused it
     * @param doubtful whether the receiver may have it from an attempt before
     */
    record Attempt(
            Repeat repeat,
            String webhookId,
            UUID operation,
            Buffer payload,
            int number,
            Trace trace,
            boolean doubtful) {}

    /** What an attempt says about the receiver, whatever became of the effect. */
    enum Health {
        /** It answers, be it a no. */
        WELL,
        /** It does not answer, or says that it cannot. */
        SICK,
        /** It asks to be left alone by everybody, for as long as the outcome says. */
        RESTING,
        /** Nothing: it was not reached, for a reason that is not its own. */
        UNKNOWN
    }

    /** What became of an attempt. */
    sealed interface Outcome {

        <T> T fold(Function<Delivered, T> delivered, Function<Rejected, T> rejected, Function<Retry, T> retry);

        default Health health() {
            return fold(Delivered::receiver, rejected -> Health.WELL, Retry::receiver);
        }
    }

    /** The receiver has it. */
    record Delivered(Health receiver) implements Outcome {

        /** It says so itself. */
        Delivered() {
            this(Health.WELL);
        }

        @Override
        public <T> T fold(Function<Delivered, T> delivered, Function<Rejected, T> rejected, Function<Retry, T> retry) {
            return delivered.apply(this);
        }
    }

    /** A final no: not repeated. */
    record Rejected(String reason) implements Outcome {
        @Override
        public <T> T fold(Function<Delivered, T> delivered, Function<Rejected, T> rejected, Function<Retry, T> retry) {
            return rejected.apply(this);
        }
    }

    /**
     * Not done, or nothing certain.
     *
     * @param notBefore how long the receiver asks to be left alone, from now; null: it does not say
     * @param mayHaveIt false: the receiver certainly has not got it
     * @param attempted false: nothing was even tried, for a reason that lies with Pawl; it does not count as an attempt
     */
    record Retry(String reason, @Nullable Duration notBefore, boolean mayHaveIt, boolean attempted, Health receiver)
            implements Outcome {

        /** Nothing certain: the receiver may have it or not. */
        Retry(String reason, @Nullable Duration notBefore) {
            this(reason, notBefore, true);
        }

        Retry(String reason, @Nullable Duration notBefore, boolean mayHaveIt) {
            this(reason, notBefore, mayHaveIt, true);
        }

        Retry(String reason, @Nullable Duration notBefore, boolean mayHaveIt, boolean attempted) {
            this(reason, notBefore, mayHaveIt, attempted, attempted ? Health.SICK : Health.UNKNOWN);
        }

        /** The same, saying something else about the receiver. */
        Retry with(Health other) {
            return new Retry(reason, notBefore, mayHaveIt, attempted, other);
        }

        @Override
        public <T> T fold(Function<Delivered, T> delivered, Function<Rejected, T> rejected, Function<Retry, T> retry) {
            return retry.apply(this);
        }
    }
}

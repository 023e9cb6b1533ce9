package dev.pawl.core.interpret;

import dev.pawl.core.operation.Assertion;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a verified request says. */
public sealed interface Interpretation {

    <T> T fold(Function<Interpreted, T> interpreted, Function<NotInterpretable, T> notInterpretable);

    /** @param readings one per event and matching operation type, in the order of body and configuration; never empty */
    record Interpreted(List<Reading> readings) implements Interpretation {
        public Interpreted {
            readings = List.copyOf(readings);
        }

        @Override
        public <T> T fold(Function<Interpreted, T> interpreted, Function<NotInterpretable, T> notInterpretable) {
            return interpreted.apply(this);
        }
    }

    /** The body as a whole cannot be read; its bytes are kept all the same. */
    record NotInterpretable(String why) implements Interpretation {
        @Override
        public <T> T fold(Function<Interpreted, T> interpreted, Function<NotInterpretable, T> notInterpretable) {
            return notInterpretable.apply(this);
        }
    }

    /**
     * One event, read for one operation type.
     *
     * @param eventId the provider's id of the event, when it gives a storable one
     * @param eventType the provider's word for what happened, when there is a storable one
     */
    record Reading(
            @Nullable String eventId,
            @Nullable String eventType,
            @Nullable Instant occurredAt,
            Outcome outcome) {}

    /** What one event amounts to. */
    sealed interface Outcome {

        <T> T fold(Function<Asserted, T> asserted, Function<Ignored, T> ignored, Function<Invalid, T> invalid);

        record Asserted(Assertion assertion) implements Outcome {
            @Override
            public <T> T fold(
                    Function<Asserted, T> asserted, Function<Ignored, T> ignored, Function<Invalid, T> invalid) {
                return asserted.apply(this);
            }
        }

        /** @param reason {@code type}, {@code mode} or {@code account} */
        record Ignored(String reason) implements Outcome {
            @Override
            public <T> T fold(
                    Function<Asserted, T> asserted, Function<Ignored, T> ignored, Function<Invalid, T> invalid) {
                return ignored.apply(this);
            }
        }

        /** @param reason the part at fault: {@code key}, {@code state}, {@code mode}, {@code version}, {@code occurredAt}, … */
        record Invalid(String reason) implements Outcome {
            @Override
            public <T> T fold(
                    Function<Asserted, T> asserted, Function<Ignored, T> ignored, Function<Invalid, T> invalid) {
                return invalid.apply(this);
            }
        }
    }
}

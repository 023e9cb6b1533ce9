package dev.pawl.ledger;

import java.util.UUID;
import java.util.function.Function;

/** What became of a command that was to run as a new operation. */
public sealed interface NewRun {

    <T> T fold(Function<Made, T> made, Function<Refused, T> refused);

    /** There is a new operation, whatever its end. */
    record Made(UUID operation) implements NewRun {
        @Override
        public <T> T fold(Function<Made, T> made, Function<Refused, T> refused) {
            return made.apply(this);
        }
    }

    /** Nothing has run. */
    record Refused(Refusal why) implements NewRun {
        @Override
        public <T> T fold(Function<Made, T> made, Function<Refused, T> refused) {
            return refused.apply(this);
        }
    }

    /** Why nothing has run. */
    enum Refusal {
        NOT_FOUND,
        SEQ_CHANGED,
        /** The old operation may still come to an end of its own. */
        NOT_ENDED,
        /** The body names the operation, so that another key leads to the same one. */
        SAME_OPERATION,
        KEY_TAKEN,
        /** An operation has the business identity. */
        ALREADY_EXISTS,
        /** The machine, or the database, does not let it begin. */
        NOT_CARRIED_OUT
    }
}

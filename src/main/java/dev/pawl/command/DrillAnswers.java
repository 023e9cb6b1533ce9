package dev.pawl.command;

import dev.pawl.command.DrillWire.Heard;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How what a drill sends has to be answered. Each method says what is wrong, in words for people; empty: nothing. */
enum DrillAnswers {
    /** Whatever became of it: a provider that is told anything else sends it again. */
    WEBHOOK {
        @Override
        Optional<String> first(Heard answer) {
            return wrongUnless(answer.isSuccess(), "not acknowledged");
        }

        @Override
        Optional<String> again(@Nullable Heard first, Heard again) {
            return first(again);
        }

        @Override
        Optional<String> other(Heard answer) {
            return first(answer);
        }
    },

    /** The answer that is stored, byte for byte, or that there is none yet. */
    COMMAND {
        @Override
        Optional<String> first(Heard answer) {
            return answer.replayed()
                    ? Optional.of("replayed before it was ever answered")
                    : wrongUnless(
                            answer.status() == ACCEPTED || isEnd(answer), "neither done nor accepted nor rejected");
        }

        @Override
        Optional<String> again(@Nullable Heard first, Heard again) {
            Heard end = first == null || first.status() == ACCEPTED ? null : first;
            if (end == null && again.status() == CONFLICT) {
                return wrongUnless(!again.replayed(), "replayed without an end");
            }
            if (!again.replayed()) {
                return Optional.of("the repeat is not replayed");
            }
            if (!isEnd(again) || (end != null && end.status() != again.status())) {
                return Optional.of("the repeat has another status");
            }
            return wrongUnless(end == null || end.body().equals(again.body()), "the repeat has other bytes");
        }

        @Override
        Optional<String> other(Heard answer) {
            return wrongUnless(
                    answer.status() == UNPROCESSABLE
                            && !answer.replayed()
                            && answer.body().contains(KEY_REUSED),
                    "the other payload is not refused");
        }
    };

    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;
    private static final String KEY_REUSED = "urn:pawl:problem:key-reused";

    /** To a request that is new. */
    abstract Optional<String> first(Heard answer);

    /**
     * To a request that was sent before.
     *
     * @param first null: nobody has heard it
     */
    abstract Optional<String> again(@Nullable Heard first, Heard again);

    /** To another payload for a key that is taken. */
    abstract Optional<String> other(Heard answer);

    /** To one request sent twice, one after the other. */
    Optional<String> inOrder(Heard first, Heard again) {
        return first(first).or(() -> again(first, again));
    }

    /** To one request sent twice at once: either may be the first. */
    Optional<String> together(Heard one, Heard other) {
        return inOrder(one, other).filter(wrong -> inOrder(other, one).isPresent());
    }

    /** To a request, and to another payload for its key. */
    Optional<String> otherPayload(Heard first, Heard other) {
        return first(first).or(() -> other(other));
    }

    /** To two requests of which neither repeats the other. */
    Optional<String> separate(Heard one, Heard other) {
        return first(one).or(() -> first(other));
    }

    private static Optional<String> wrongUnless(boolean right, String wrong) {
        return right ? Optional.empty() : Optional.of(wrong);
    }

    private static boolean isEnd(Heard answer) {
        return answer.status() == CREATED
                || (answer.status() == UNPROCESSABLE && !answer.body().contains(KEY_REUSED));
    }
}

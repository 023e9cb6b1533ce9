package dev.pawl.command;

import dev.pawl.command.DrillWire.Heard;
import org.jspecify.annotations.Nullable;

/** How what a drill sends has to be answered. Each method says what is wrong, in words for people; null: nothing. */
enum DrillAnswers {
    /** Whatever became of it: a provider that is told anything else sends it again. */
    WEBHOOK {
        @Override
        @Nullable
        String first(Heard answer) {
            return answer.isSuccess() ? null : "not acknowledged";
        }

        @Override
        @Nullable
        String again(@Nullable Heard first, Heard again) {
            return first(again);
        }

        @Override
        @Nullable
        String other(Heard answer) {
            return first(answer);
        }
    },

    /** The answer that is stored, byte for byte, or that there is none yet. */
    COMMAND {
        @Override
        @Nullable
        String first(Heard answer) {
            if (answer.replayed()) {
                return "replayed before it was ever answered";
            }
            return answer.status() == ACCEPTED || isEnd(answer) ? null : "neither done nor accepted nor rejected";
        }

        @Override
        @Nullable
        String again(@Nullable Heard first, Heard again) {
            if (again.status() == CONFLICT && (first == null || first.status() == ACCEPTED)) {
                return again.replayed() ? "replayed without an end" : null;
            }
            if (!again.replayed()) {
                return "the repeat is not replayed";
            }
            if (!isEnd(again)) {
                return "the repeat has another status";
            }
            if (first == null || first.status() == ACCEPTED) {
                return null;
            }
            if (first.status() != again.status()) {
                return "the repeat has another status";
            }
            return first.body().equals(again.body()) ? null : "the repeat has other bytes";
        }

        @Override
        @Nullable
        String other(Heard answer) {
            return answer.status() == UNPROCESSABLE
                            && !answer.replayed()
                            && answer.body().contains(KEY_REUSED)
                    ? null
                    : "the other payload is not refused";
        }
    };

    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;
    private static final String KEY_REUSED = "urn:pawl:problem:key-reused";

    /** To a request that is new. */
    abstract @Nullable String first(Heard answer);

    /**
     * To a request that was sent before.
     *
     * @param first null: nobody has heard it
     */
    abstract @Nullable String again(@Nullable Heard first, Heard again);

    /** To another payload for a key that is taken. */
    abstract @Nullable String other(Heard answer);

    /** To one request sent twice at once: either may be the first. */
    @Nullable
    String together(Heard one, Heard other) {
        String wrong = inOrder(one, other);
        return wrong == null || inOrder(other, one) == null ? null : wrong;
    }

    /** To one request sent twice, one after the other. */
    @Nullable
    String inOrder(Heard first, Heard again) {
        String wrong = first(first);
        return wrong == null ? again(first, again) : wrong;
    }

    /** To a request, and to another payload for its key. */
    @Nullable
    String otherPayload(Heard first, Heard other) {
        String wrong = first(first);
        return wrong == null ? other(other) : wrong;
    }

    /** To two requests of which neither repeats the other. */
    @Nullable
    String separate(Heard one, Heard other) {
        String wrong = first(one);
        return wrong == null ? first(other) : wrong;
    }

    private static boolean isEnd(Heard answer) {
        return answer.status() == CREATED
                || (answer.status() == UNPROCESSABLE && !answer.body().contains(KEY_REUSED));
    }
}

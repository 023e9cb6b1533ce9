package dev.pawl.admission;

import dev.pawl.core.handshake.Handshakes.Reply;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.Verification.Verified;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a request comes to before anything is written: the same for one that arrives and for one that is tried out. */
public sealed interface Admission {

    <T> T fold(Function<Refused, T> refused, Function<Greeted, T> greeted, Function<Admitted, T> admitted);

    /** @param cause the word for people and under which refusals are counted; never told to the sender */
    record Refused(Refusal refusal, String cause) implements Admission {
        @Override
        public <T> T fold(Function<Refused, T> refused, Function<Greeted, T> greeted, Function<Admitted, T> admitted) {
            return refused.apply(this);
        }
    }

    /**
     * A handshake: to be answered once what it brings is kept and what it names is confirmed.
     *
     * @param authentic whether it had to be signed, and is
     */
    record Greeted(Reply reply, boolean authentic) implements Admission {
        @Override
        public <T> T fold(Function<Refused, T> refused, Function<Greeted, T> greeted, Function<Admitted, T> admitted) {
            return greeted.apply(this);
        }
    }

    /**
     * An authentic delivery. Where it bears a value that may be used once, that is still to be looked at.
     *
     * @param secret the one that fits; null: none was needed
     */
    record Admitted(Verified verified, @Nullable Secret secret) implements Admission {
        @Override
        public <T> T fold(Function<Refused, T> refused, Function<Greeted, T> greeted, Function<Admitted, T> admitted) {
            return admitted.apply(this);
        }
    }
}

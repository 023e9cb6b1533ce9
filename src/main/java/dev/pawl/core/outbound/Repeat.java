package dev.pawl.core.outbound;

import java.util.function.Function;
import java.util.function.Supplier;

/** What follows an attempt after which it is not known whether the receiver has the effect. */
public sealed interface Repeat {

    <T> T fold(Supplier<T> keyed, Function<Ask, T> ask, Supplier<T> never);

    /** Without asking anybody. */
    enum Always implements Repeat {
        /** Sent again under the same id, by which the receiver knows it. */
        KEYED,
        /** Not sent again: a person looks at it. */
        NEVER;

        @Override
        public <T> T fold(Supplier<T> keyed, Function<Ask, T> ask, Supplier<T> never) {
            return switch (this) {
                case KEYED -> keyed.get();
                case NEVER -> never.get();
            };
        }
    }

    /** The receiver is asked first; only a clear "not done" sends it again. */
    record Ask(EffectQuestion question) implements Repeat {
        @Override
        public <T> T fold(Supplier<T> keyed, Function<Ask, T> ask, Supplier<T> never) {
            return ask.apply(this);
        }
    }

    /** Whether doubt about an attempt must be remembered. */
    default boolean keepsDoubt() {
        return this != Always.KEYED;
    }
}

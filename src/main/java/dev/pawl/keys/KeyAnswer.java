package dev.pawl.keys;

import dev.pawl.core.verify.KeySet;
import java.util.function.Function;

/** What came of looking for a key. */
public sealed interface KeyAnswer {

    <T> T fold(Function<KeySet, T> obtained, Function<String, T> notObtainable);

    /** What the provider handed out, now or a while ago. Whether the key looked for is among them is for the check to see. */
    record Obtained(KeySet keys) implements KeyAnswer {
        @Override
        public <T> T fold(Function<KeySet, T> obtained, Function<String, T> notObtainable) {
            return obtained.apply(keys);
        }
    }

    /** Not now; nothing is said about the request that needs it. */
    record NotObtainable(String reason) implements KeyAnswer {
        @Override
        public <T> T fold(Function<KeySet, T> obtained, Function<String, T> notObtainable) {
            return notObtainable.apply(reason);
        }
    }
}

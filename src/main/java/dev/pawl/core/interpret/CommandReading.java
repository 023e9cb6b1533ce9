package dev.pawl.core.interpret;

import dev.pawl.core.operation.Assertion;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a command says. */
public sealed interface CommandReading {

    <T> T fold(Function<Understood, T> understood, Function<Unreadable, T> unreadable, Function<Unusable, T> unusable);

    /**
     * It can be carried out.
     *
     * @param assertion its fingerprint is the request's: the same key with another one is another intent
     * @param uniqueValue the business identity, of which there is one operation only; null: the type has none
     */
    record Understood(Assertion assertion, @Nullable String uniqueValue) implements CommandReading {
        @Override
        public <T> T fold(
                Function<Understood, T> understood,
                Function<Unreadable, T> unreadable,
                Function<Unusable, T> unusable) {
            return understood.apply(this);
        }
    }

    /** The body is not what it should be; the words never quote it. */
    record Unreadable(String why) implements CommandReading {
        @Override
        public <T> T fold(
                Function<Understood, T> understood,
                Function<Unreadable, T> unreadable,
                Function<Unusable, T> unusable) {
            return unreadable.apply(this);
        }
    }

    /** The body can be read, but a part that is needed is missing or of no use; the words never quote it. */
    record Unusable(String why) implements CommandReading {
        @Override
        public <T> T fold(
                Function<Understood, T> understood,
                Function<Unreadable, T> unreadable,
                Function<Unusable, T> unusable) {
            return unusable.apply(this);
        }
    }
}

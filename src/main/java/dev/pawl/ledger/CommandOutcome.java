package dev.pawl.ledger;

import dev.pawl.core.outbound.CommandAnswer;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What became of a command, known after COMMIT. */
public sealed interface CommandOutcome {

    /**
     * One function for every outcome.
     *
     * @param <T> what is made of it
     */
    record Cases<T>(
            Function<Ended, T> ended,
            Function<Running, T> running,
            Function<KeyReused, T> keyReused,
            Function<AlreadyExists, T> alreadyExists,
            Function<Contradicts, T> contradicts,
            Function<Expired, T> expired) {}

    <T> T fold(Cases<T> cases);

    /**
     * It has come to its end.
     *
     * @param path where the operation can be read
     * @param replayed whether it had been answered before
     */
    record Ended(CommandAnswer answer, String path, boolean replayed) implements CommandOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.ended().apply(this);
        }
    }

    /**
     * There is more to come.
     *
     * @param id the operation's
     * @param operation as JSON; null: the key was known already
     */
    record Running(UUID id, @Nullable String operation, String path) implements CommandOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.running().apply(this);
        }
    }

    /** The key was used for another request. */
    record KeyReused() implements CommandOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.keyReused().apply(this);
        }
    }

    /** Another key has done it; nothing ran. {@code path}: null where that key is not this caller's to read. */
    record AlreadyExists(@Nullable String path) implements CommandOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.alreadyExists().apply(this);
        }
    }

    /** The operation the body names is not one this command can be about; nothing ran. */
    record Contradicts(String verdict) implements CommandOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.contradicts().apply(this);
        }
    }

    /** It was answered so long ago that the answer is not kept any longer. */
    record Expired(@Nullable String path) implements CommandOutcome {
        @Override
        public <T> T fold(Cases<T> cases) {
            return cases.expired().apply(this);
        }
    }
}

package dev.pawl.keys;

import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.KeyRing;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.Verification;
import dev.pawl.core.verify.Verification.KeyNeeded;
import dev.pawl.core.verify.Verifier;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;

/** Verifies, with keys that only the provider has where the recipe wants them. */
@Singleton
public final class KeyedVerification {

    /** The word for a key that cannot be had now. */
    public static final String NOT_OBTAINABLE = "key-not-obtainable";

    /** Recipes that may fit one request and ask for different keys; a stranger must not lead us from one to the next. */
    private static final int MOST_KEYS = 2;

    private final KeyFetcher fetcher;

    KeyedVerification(KeyFetcher fetcher) {
        this.fetcher = fetcher;
    }

    /**
     * {@link KeyNeeded} means here: the key cannot be had now. Answers on any thread.
     *
     * @param source whose request it is
     */
    public Uni<Verification> verify(
            Verifier verifier, String source, InboundRequest request, List<Secret> secrets, Instant now) {
        return new Attempt(verifier, source, request, secrets, now).with(KeyRing.EMPTY, MOST_KEYS);
    }

    private final class Attempt {

        private final Verifier verifier;
        private final String source;
        private final InboundRequest request;
        private final List<Secret> secrets;
        private final Instant now;

        Attempt(Verifier verifier, String source, InboundRequest request, List<Secret> secrets, Instant now) {
            this.verifier = verifier;
            this.source = source;
            this.request = request;
            this.secrets = secrets;
            this.now = now;
        }

        Uni<Verification> with(KeyRing keys, int more) {
            Verification verification = verifier.verify(request, secrets, keys, now);
            return verification instanceof KeyNeeded needed && more > 0
                    ? obtained(needed, keys, more)
                    : Uni.createFrom().item(verification);
        }

        private Uni<Verification> obtained(KeyNeeded needed, KeyRing keys, int more) {
            return fetcher.keysFor(needed.request(), source)
                    .flatMap(answer -> answer.fold(
                            set -> with(keys.with(needed.request(), set), more - 1),
                            reason -> Uni.createFrom().item(needed)));
        }
    }
}

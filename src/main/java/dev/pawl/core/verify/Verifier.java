package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Checks who sent a request. Total: whatever bytes a header holds, the answer is a value, never an exception. Thread-safe.
 */
public sealed interface Verifier permits RecipeVerifier, NoVerification {

    /**
     * @param keys those obtained from the provider because an earlier check of this request asked for them
     * @param now the instant of receipt; a check has no clock of its own
     */
    Verification verify(InboundRequest request, List<Secret> secrets, KeyRing keys, Instant now);

    /** The first check of a request, without any key from the provider. */
    default Verification verify(InboundRequest request, List<Secret> secrets, Instant now) {
        return verify(request, secrets, KeyRing.EMPTY, now);
    }

    /**
     * The same request as the provider would have signed it, for who plays the provider; or why it cannot be, which is so
     * where only the provider has the key.
     *
     * @param secrets the first one is used
     */
    Parsed<InboundRequest> sign(InboundRequest plain, List<Secret> secrets, Instant now);

    /**
     * Lower-case names of the headers that are signed or tell the time (ids and timestamps): worth storing. Never those
     * that carry a signature.
     */
    Set<String> signedHeaders();

    /** The least that any request it lets pass proves. */
    Coverage covers();

    /** Names of query parameters that carry the secret itself: never to be stored. */
    Set<String> secretFields();
}

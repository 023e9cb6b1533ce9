package dev.pawl.core.verify;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Checks who sent a request. Total: whatever bytes a header holds, the answer is a value, never an exception. Thread-safe.
 */
public sealed interface Verifier permits HmacVerifier, NoVerification {

    /** @param now the instant of receipt; a check has no clock of its own */
    Verification verify(InboundRequest request, List<Secret> secrets, Instant now);

    /**
     * Lower-case names of the headers that are signed or tell the time (ids and timestamps): worth storing. Never those
     * that carry a signature.
     */
    Set<String> signedHeaders();
}

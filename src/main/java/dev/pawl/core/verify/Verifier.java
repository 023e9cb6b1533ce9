package dev.pawl.core.verify;

import java.time.Instant;
import java.util.List;

/**
 * Checks who sent a request. Total: whatever bytes a header holds, the answer is a value, never an exception. Thread-safe.
 */
public interface Verifier {

    /** @param now the instant of receipt; a check has no clock of its own */
    Verification verify(InboundRequest request, List<Secret> secrets, Instant now);
}

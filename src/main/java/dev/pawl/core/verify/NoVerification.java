package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** {@code algorithm: none}: everything is taken for authentic, verified by no key (-1). Only where somebody said so. */
public final class NoVerification implements Verifier {

    @Override
    public Verification verify(InboundRequest request, List<Secret> secrets, KeyRing keys, Instant now) {
        return new Verification.Verified(new VerifiedRequest(request), -1, null);
    }

    @Override
    public Parsed<InboundRequest> sign(InboundRequest plain, List<Secret> secrets, Instant now) {
        return Parsed.of(plain);
    }

    @Override
    public Set<String> signedHeaders() {
        return Set.of();
    }

    @Override
    public Coverage covers() {
        return Coverage.NONE;
    }

    @Override
    public Set<String> secretFields() {
        return Set.of();
    }
}

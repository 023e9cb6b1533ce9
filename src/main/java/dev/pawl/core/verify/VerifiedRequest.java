package dev.pawl.core.verify;

/**
 * A request that is authentic. Only this package can make one from the network, so that bytes nobody vouches for are never
 * parsed.
 */
public final class VerifiedRequest {

    private final InboundRequest request;

    VerifiedRequest(InboundRequest request) {
        this.request = request;
    }

    /** For bytes that were verified when they arrived and come back from storage. Never for anything from the network. */
    public static VerifiedRequest restored(InboundRequest request) {
        return new VerifiedRequest(request);
    }

    public InboundRequest request() {
        return request;
    }
}

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

    /** For what an operator brings and answers for, or the provider's own list says. Never for what was sent to us. */
    public static VerifiedRequest vouchedFor(InboundRequest request) {
        return new VerifiedRequest(request);
    }

    public InboundRequest request() {
        return request;
    }
}

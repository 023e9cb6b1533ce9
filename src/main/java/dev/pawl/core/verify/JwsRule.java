package dev.pawl.core.verify;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is expected of a JSON Web Signature beside being signed.
 *
 * @param algorithms the only ones that may have been used
 * @param detached whether the payload is the body and stands only there
 * @param chain whether the signer's certificate comes along and must lead to a pinned root; null: the key is known
 * @param claims what the payload must say, by name: any of these
 * @param bodyHash null where the payload does not hold the body's hash
 * @param maxAge greatest age by {@code iat}; null: any
 */
public record JwsRule(
        List<JwsAlgorithm> algorithms,
        boolean detached,
        @Nullable Chain chain,
        Map<String, List<RequestText>> claims,
        @Nullable BodyHash bodyHash,
        @Nullable Duration maxAge) {

    /**
     * What the certificates must be made for, as object identifiers of extensions they carry: one root may stand above
     * certificates for all sorts of purposes.
     */
    public record Chain(@Nullable String leaf, @Nullable String intermediate) {}

    /** @param encoding in which the claim holds the body's SHA-256 */
    public record BodyHash(String claim, SignatureEncoding encoding) {}

    public JwsRule {
        algorithms = List.copyOf(algorithms);
        claims = Map.copyOf(claims);
        if (algorithms.isEmpty()) {
            throw new IllegalArgumentException("no algorithm is allowed");
        }
    }

    /** Whether a genuine signature says that this very body is the sender's. */
    public boolean vouchesForBody() {
        return detached || bodyHash != null;
    }
}

package dev.pawl.core.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A proof, made from a request, that we know the secret: what a provider wants to see before it sends events, or in an
 * answer.
 *
 * @param algorithm a keyed hash, or a plain one of a text that holds the secret
 * @param encoding how the value is written
 * @param of what is hashed
 * @param key how the secret becomes key bytes; counts only for a keyed hash
 */
public record RequestMac(SignatureAlgorithm algorithm, SignatureEncoding encoding, RequestText of, KeyEncoding key) {

    /** What the value is called in texts. */
    public static final String REFERENCE = "mac";

    /**
     * Null where the request lacks something, or the secret cannot be read in this way.
     *
     * @param secret null: there is none, and a plain hash of a text without it needs none
     */
    public @Nullable String in(RequestScope scope, @Nullable Secret secret) {
        RequestScope known = secret == null ? scope : scope.with(secret);
        List<byte[]> pieces = of.in(known).<@Nullable List<byte[]>>fold(complete -> complete.pieces(), problem -> null);
        if (pieces == null) {
            return null;
        }
        if (algorithm instanceof HashAlgorithm hash) {
            return encoding.encode(hash.of(pieces));
        }
        SharedKey shared = secret == null ? null : secret.shared(key);
        return shared == null || !(algorithm instanceof HmacAlgorithm hmac)
                ? null
                : encoding.encode(shared.mac(hmac, pieces));
    }
}

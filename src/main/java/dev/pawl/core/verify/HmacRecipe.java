package dev.pawl.core.verify;

import org.jspecify.annotations.Nullable;

/**
 * How a provider signs with a shared secret.
 *
 * @param timestamp null where the scheme knows no time: such a request never becomes too old
 */
public record HmacRecipe(
        HmacAlgorithm algorithm,
        SignaturePlace signature,
        SignedContent signed,
        @Nullable TimestampRule timestamp) {}

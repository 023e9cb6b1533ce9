package dev.pawl.core.verify;

/** Where the key is that a request is checked with. */
public sealed interface KeyRule {

    /** Among the source's secrets, each read in this way. */
    record Configured(KeyEncoding encoding) implements KeyRule {}

    /** At the provider. */
    record AtProvider(KeyFetch fetch) implements KeyRule {}
}

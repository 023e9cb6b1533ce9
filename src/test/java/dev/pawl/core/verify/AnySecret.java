package dev.pawl.core.verify;

import java.util.Collection;
import java.util.Set;

/** Secrets as other people's tests choose them: shorter than any the configuration takes. */
public final class AnySecret {

    private AnySecret() {}

    /** Read in each of these ways that fit it. */
    public static Secret of(String name, String text, Collection<KeyEncoding> encodings) {
        Secret secret = Secret.of(name, text);
        for (KeyEncoding encoding : encodings) {
            Secret before = secret;
            secret = encoding.isPublic()
                    ? secret.readAs(encoding, Set.of()).fold(read -> read, problem -> before)
                    : SecretDecoder.bytes(encoding, text)
                            .fold(bytes -> before.with(encoding, new SharedKey(bytes)), problem -> before);
        }
        return secret;
    }
}

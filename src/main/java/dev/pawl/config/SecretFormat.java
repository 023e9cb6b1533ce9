package dev.pawl.config;

import dev.pawl.core.verify.Secret;
import java.util.List;

/** Reads a secret's text as a source's recipes want it. */
@FunctionalInterface
public interface SecretFormat {

    /**
     * @param name what the secret is called
     * @return empty: the text cannot be a secret of this source
     */
    List<Secret> read(String name, String text);
}

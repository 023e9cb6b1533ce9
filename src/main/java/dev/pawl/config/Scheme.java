package dev.pawl.config;

import dev.pawl.core.verify.HmacRecipe;
import dev.pawl.core.verify.HmacVerifier;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.NoVerification;
import dev.pawl.core.verify.Verifier;
import java.util.List;
import java.util.Set;

/**
 * How a source's requests are verified.
 *
 * @param recipes any of them will do; empty: nothing is verified
 * @param encodings how secrets become keys, by any of the recipes
 */
record Scheme(List<HmacRecipe> recipes, Set<KeyEncoding> encodings) {

    static final Scheme OPEN = new Scheme(List.of(), Set.of());

    boolean open() {
        return recipes.isEmpty();
    }

    Verifier verifier() {
        return open() ? new NoVerification() : new HmacVerifier(recipes);
    }
}

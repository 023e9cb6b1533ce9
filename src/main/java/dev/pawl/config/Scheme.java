package dev.pawl.config;

import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.KeyRule;
import dev.pawl.core.verify.NoVerification;
import dev.pawl.core.verify.Proof;
import dev.pawl.core.verify.PublicKeyAlgorithm;
import dev.pawl.core.verify.PublicUrl;
import dev.pawl.core.verify.RecipeVerifier;
import dev.pawl.core.verify.SecretDecoder.Meant;
import dev.pawl.core.verify.TrustedKey;
import dev.pawl.core.verify.VerificationRecipe;
import dev.pawl.core.verify.Verifier;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a source's requests are verified.
 *
 * @param recipes any of them will do; empty: nothing is verified
 * @param meant what secrets may look like, though with other providers it is a mistake
 */
record Scheme(List<VerificationRecipe> recipes, @Nullable PublicUrl url, Map<String, String> given, Set<Meant> meant) {

    static final Scheme OPEN = new Scheme(List.of(), null, Map.of(), Set.of());

    boolean open() {
        return recipes.isEmpty();
    }

    /** How secrets become keys, by any of the recipes; nothing where all keys come from the provider. */
    Set<KeyEncoding> encodings() {
        Set<KeyEncoding> encodings = new LinkedHashSet<>();
        for (VerificationRecipe recipe : recipes) {
            if (recipe.key() instanceof KeyRule.Configured configured) {
                encodings.add(configured.encoding());
            }
        }
        return encodings;
    }

    /** The kinds of public keys the recipes that read them in this way can use. */
    Set<TrustedKey.Kind> kinds(KeyEncoding encoding) {
        Set<TrustedKey.Kind> kinds = EnumSet.noneOf(TrustedKey.Kind.class);
        for (VerificationRecipe recipe : recipes) {
            boolean read = recipe.key() instanceof KeyRule.Configured configured && configured.encoding() == encoding;
            if (read
                    && recipe.proof() instanceof Proof.Signed signed
                    && signed.algorithm() instanceof PublicKeyAlgorithm algorithm) {
                kinds.add(algorithm.kind());
            }
            if (read && recipe.proof() instanceof Proof.Jws) {
                kinds.addAll(EnumSet.allOf(TrustedKey.Kind.class));
            }
        }
        return kinds;
    }

    Verifier verifier() {
        return open() ? new NoVerification() : new RecipeVerifier(recipes, url, given);
    }
}

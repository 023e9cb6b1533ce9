package dev.pawl.core.verify;

import dev.pawl.core.verify.Verification.Reason;
import dev.pawl.core.verify.Verification.Refused;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Checks signatures made with a shared secret: any recipe, any secret, any of the request's signatures may fit. */
public final class HmacVerifier implements Verifier {

    private final List<HmacRecipe> recipes;
    private final Set<String> signedHeaders;

    /** @param recipes any of them will do; not empty */
    public HmacVerifier(List<HmacRecipe> recipes) {
        if (recipes.isEmpty()) {
            throw new IllegalArgumentException("no recipe");
        }
        this.recipes = List.copyOf(recipes);
        Set<String> names = new HashSet<>();
        recipes.forEach(recipe -> read(recipe).forEach(names::add));
        recipes.forEach(recipe -> names.removeAll(recipe.signature().headers()));
        this.signedHeaders = Set.copyOf(names);
    }

    private static Stream<String> read(HmacRecipe recipe) {
        List<SignedContent.Part> parts = new ArrayList<>(recipe.signed().parts());
        if (recipe.timestamp() != null) {
            parts.add(recipe.timestamp().from());
        }
        return parts.stream()
                .filter(SignedContent.Part.Header.class::isInstance)
                .map(part -> ((SignedContent.Part.Header) part).name());
    }

    @Override
    public Verification verify(InboundRequest request, List<Secret> secrets, Instant now) {
        Reason furthest = Reason.SIGNATURE_MISSING;
        for (HmacRecipe recipe : recipes) {
            Verification verification = HmacCheck.check(recipe, request, secrets, now);
            if (verification instanceof Refused refused) {
                furthest = refused.reason().compareTo(furthest) > 0 ? refused.reason() : furthest;
            } else {
                return verification;
            }
        }
        return new Refused(furthest);
    }

    @Override
    public Set<String> signedHeaders() {
        return signedHeaders;
    }
}

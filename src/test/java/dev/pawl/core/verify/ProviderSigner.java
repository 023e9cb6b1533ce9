package dev.pawl.core.verify;

import java.time.Instant;
import java.util.List;

/** Signs and verifies like {@link Verifier}, with the provider's private keys at hand: for any recipe whatever. */
public final class ProviderSigner {

    private final RecipeVerifier verifier;
    private final ProviderKeys keys = ProviderKeys.get();

    /** @throws ClassCastException where nothing is verified */
    public ProviderSigner(Verifier verifier) {
        this.verifier = (RecipeVerifier) verifier;
    }

    /** The request as the provider would send it, by the recipe of this index; keys are {@link ProviderKeys}'. */
    public InboundRequest sign(int recipe, InboundRequest plain, Secret secret, Instant now) {
        return verifier.signer(recipe, keys).sign(plain, secret, now).fold(signed -> signed, problem -> {
            throw new AssertionError(problem);
        });
    }

    /** Verifies, answering whenever the verifier needs a key of the provider's. */
    public Verification verify(InboundRequest request, List<Secret> secrets, TrustedKey.Kind kind, Instant now) {
        KeyRing ring = KeyRing.EMPTY;
        Verification verification = verifier.verify(request, secrets, ring, now);
        for (int asked = 0; asked < 4 && verification instanceof Verification.KeyNeeded needed; asked++) {
            KeyRing before = ring;
            ring = needed.request()
                    .keysIn(keys.answer(needed.request(), kind))
                    .fold(set -> before.with(needed.request(), set), problem -> {
                        throw new AssertionError(problem);
                    });
            verification = verifier.verify(request, secrets, ring, now);
        }
        return verification;
    }
}

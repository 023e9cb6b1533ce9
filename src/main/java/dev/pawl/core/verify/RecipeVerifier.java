package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.WrittenJson;
import dev.pawl.core.verify.Verification.KeyNeeded;
import dev.pawl.core.verify.Verification.Reason;
import dev.pawl.core.verify.Verification.Refused;
import dev.pawl.core.verify.Verification.Verified;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks requests by recipes: any recipe, any secret, any of the request's signatures may fit. */
public final class RecipeVerifier implements Verifier {

    private final List<VerificationRecipe> recipes;
    private final @Nullable PublicUrl url;
    private final Map<String, String> given;
    private final Set<String> signedHeaders;

    /**
     * @param recipes any of them will do; not empty
     * @param url null where no recipe names the service's own address
     * @param given what recipes refer to beside the request, such as {@code config:webhook_id}
     */
    public RecipeVerifier(List<VerificationRecipe> recipes, @Nullable PublicUrl url, Map<String, String> given) {
        if (recipes.isEmpty()) {
            throw new IllegalArgumentException("no recipe");
        }
        this.recipes = List.copyOf(recipes);
        this.url = url;
        this.given = Map.copyOf(given);
        this.signedHeaders = signedHeaders(recipes);
    }

    public RecipeVerifier(List<VerificationRecipe> recipes) {
        this(recipes, null, Map.of());
    }

    private static Set<String> signedHeaders(List<VerificationRecipe> recipes) {
        Set<String> names = new HashSet<>();
        Set<String> signatures = new HashSet<>(Set.of("authorization", "proxy-authorization", "cookie"));
        for (VerificationRecipe recipe : recipes) {
            if (recipe.proof() instanceof Proof.Signed signed) {
                names.addAll(signed.signed().headers());
            }
            if (recipe.timestamp() != null) {
                names.addAll(recipe.timestamp().from().headers());
            }
            if (recipe.once() != null) {
                names.addAll(recipe.once().headers());
            }
            signatures.addAll(places(recipe.proof()));
        }
        names.removeAll(signatures);
        return Set.copyOf(names);
    }

    private static Set<String> places(Proof proof) {
        if (proof instanceof Proof.Signed signed) {
            return signed.place().headers();
        }
        if (proof instanceof Proof.Token token) {
            return token.place().headers();
        }
        return proof instanceof Proof.Jws jws ? jws.place().headers() : Set.of();
    }

    @Override
    public Verification verify(InboundRequest request, List<Secret> secrets, KeyRing keys, Instant now) {
        RequestScope scope = RequestScope.of(request, url, given);
        Reason furthest = Reason.SIGNATURE_MISSING;
        KeyNeeded needed = null;
        for (VerificationRecipe recipe : recipes) {
            Verification verification = verify(recipe, scope, secrets, keys, now);
            if (verification instanceof Verified) {
                return verification;
            }
            if (verification instanceof KeyNeeded asked && needed == null) {
                needed = asked;
            }
            if (verification instanceof Refused refused && refused.reason().compareTo(furthest) > 0) {
                furthest = refused.reason();
            }
        }
        return needed == null ? new Refused(furthest) : needed;
    }

    private static Verification verify(
            VerificationRecipe recipe, RequestScope scope, List<Secret> secrets, KeyRing keys, Instant now) {
        EventPath path = recipe.each();
        if (path == null) {
            return RecipeCheck.check(recipe, scope, secrets, keys, now);
        }
        WrittenJson body = scope.root();
        List<WrittenJson> events = body == null
                ? null
                : body.elements(path).<@Nullable List<WrittenJson>>fold(all -> all, problem -> null);
        if (events == null) {
            return new Refused(Reason.SIGNATURE_MALFORMED);
        }
        Verification first = new Refused(Reason.SIGNATURE_MISSING);
        for (int i = 0; i < events.size(); i++) {
            Verification verification = RecipeCheck.check(recipe, scope.at(events.get(i)), secrets, keys, now);
            if (!(verification instanceof Verified)) {
                return verification;
            }
            first = i == 0 ? verification : first;
        }
        return first;
    }

    @Override
    public Parsed<InboundRequest> sign(InboundRequest plain, List<Secret> secrets, Instant now) {
        return secrets.isEmpty()
                ? Parsed.wrong("there is no secret to sign with")
                : signer(0, RequestSigner.NO_PEN).sign(plain, secrets.get(0), now);
    }

    /** @param recipe which one */
    RequestSigner signer(int recipe, RequestSigner.Pen pen) {
        return new RequestSigner(recipes.get(recipe), url, given, pen);
    }

    @Override
    public Set<String> signedHeaders() {
        return signedHeaders;
    }

    /** Any of the recipes lets a request pass: who cannot forge the strongest takes the weakest. */
    @Override
    public Coverage covers() {
        return recipes.stream()
                .map(VerificationRecipe::covers)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public Set<String> secretFields() {
        Set<String> names = new HashSet<>();
        for (VerificationRecipe recipe : recipes) {
            if (recipe.proof() instanceof Proof.Token token) {
                names.addAll(token.place().queryFields());
            }
        }
        return names;
    }
}

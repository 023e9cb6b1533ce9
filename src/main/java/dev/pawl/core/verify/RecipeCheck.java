package dev.pawl.core.verify;

import dev.pawl.core.verify.RequestText.Complete;
import dev.pawl.core.verify.RequestText.Rendered;
import dev.pawl.core.verify.Verification.KeyNeeded;
import dev.pawl.core.verify.Verification.Reason;
import dev.pawl.core.verify.Verification.Refused;
import dev.pawl.core.verify.Verification.Verified;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One recipe at work on one request, or on one event of it. The steps stand in the order of {@link Reason}. */
final class RecipeCheck {

    private final VerificationRecipe recipe;
    private final List<Secret> secrets;
    private final KeyRing keys;
    private final Instant now;

    private RecipeCheck(VerificationRecipe recipe, List<Secret> secrets, KeyRing keys, Instant now) {
        this.recipe = recipe;
        this.secrets = secrets;
        this.keys = keys;
        this.now = now;
    }

    static Verification check(
            VerificationRecipe recipe, RequestScope scope, List<Secret> secrets, KeyRing keys, Instant now) {
        return new RecipeCheck(recipe, secrets, keys, now).check(scope);
    }

    private Verification check(RequestScope scope) {
        Proof proof = recipe.proof();
        if (proof instanceof Proof.Signed signed) {
            return signed(signed, scope);
        }
        if (proof instanceof Proof.Jws jws) {
            return JwsCheck.read(jws, scope).fold(check -> jws(check, scope), Refused::new);
        }
        return proof instanceof Proof.Token token
                ? password(Passwords.tokens(token, scope), scope)
                : password(Passwords.basic(scope), scope);
    }

    private Verification signed(Proof.Signed proof, RequestScope plain) {
        SignaturePlace.Carried carried = proof.place().in(plain);
        List<byte[]> candidates = Candidates.decoded(proof, carried.value());
        if (candidates.isEmpty()) {
            return new Refused(carried.problem());
        }
        RequestScope scope = plain.signed(carried.value().parts(), proof.place().ownName());
        Reason unmet = unmet(scope);
        if (unmet != null) {
            return new Refused(unmet);
        }
        Content content = new Content(proof.signed(), scope);
        if (content.problem() != null) {
            return new Refused(content.problem());
        }
        Time early = isEarly() ? time(scope) : Time.UNKNOWN;
        if (early.problem() != null) {
            return new Refused(early.problem());
        }
        SignatureCheck check = new SignatureCheck(proof.algorithm(), content, candidates);
        if (recipe.key() instanceof KeyRule.Configured configured) {
            int key = check.signedBy(secrets, configured.encoding());
            return key < 0 ? new Refused(Reason.SIGNATURE_WRONG) : fresh(scope, early, key);
        }
        Obtained obtained = obtained(scope, null);
        if (obtained.otherwise() != null) {
            return obtained.otherwise();
        }
        return check.signedBy(obtained.keys()) ? fresh(scope, early, -1) : new Refused(Reason.SIGNATURE_WRONG);
    }

    private Verification password(Passwords offered, RequestScope scope) {
        if (offered.problem() != null) {
            return new Refused(offered.problem());
        }
        Reason unmet = unmet(scope);
        if (unmet != null) {
            return new Refused(unmet);
        }
        int key = recipe.key() instanceof KeyRule.Configured configured
                ? offered.matching(secrets, configured.encoding())
                : -1;
        return key < 0 ? new Refused(Reason.SIGNATURE_WRONG) : fresh(scope, Time.UNKNOWN, key);
    }

    private Verification jws(JwsCheck check, RequestScope scope) {
        Reason unmet = unmet(scope);
        if (unmet != null) {
            return new Refused(unmet);
        }
        int key = -1;
        boolean signed;
        if (recipe.key() instanceof KeyRule.Configured configured) {
            key = check.signedBy(secrets, configured.encoding(), now);
            signed = key >= 0;
        } else {
            Obtained obtained = obtained(scope, check.keyId());
            if (obtained.otherwise() != null) {
                return obtained.otherwise();
            }
            signed = check.signedBy(obtained.keys());
        }
        Reason problem = signed ? check.problemWithClaims(scope, now) : check.unsigned();
        return problem == null ? fresh(scope, Time.UNKNOWN, key) : new Refused(problem);
    }

    private @Nullable Reason unmet(RequestScope scope) {
        for (Condition condition : recipe.require()) {
            Reason problem = condition.problemIn(scope);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /**
     * Keys from the provider, or what to answer instead.
     *
     * @param otherwise null where there are keys
     */
    private record Obtained(List<TrustedKey> keys, @Nullable Verification otherwise) {
        private static Obtained not(Verification otherwise) {
            return new Obtained(List.of(), otherwise);
        }
    }

    private Obtained obtained(RequestScope scope, @Nullable String id) {
        if (!(recipe.key() instanceof KeyRule.AtProvider provider)) {
            return Obtained.not(new Refused(Reason.SIGNATURE_WRONG));
        }
        KeyFetch.Prepared prepared = provider.fetch().prepare(scope, id);
        KeyRequest request = prepared.request();
        if (request == null) {
            return Obtained.not(new Refused(prepared.problem()));
        }
        KeySet answer = keys.answerTo(request);
        if (answer == null) {
            return Obtained.not(new KeyNeeded(request));
        }
        List<TrustedKey> called = answer.called(request.id()).stream()
                .filter(key -> !key.hasExpired(now))
                .toList();
        return called.isEmpty() ? Obtained.not(new Refused(Reason.CONDITION_UNMET)) : new Obtained(called, null);
    }

    /** A time that stands in the body is read when the body is known to be genuine. */
    private boolean isEarly() {
        TimestampRule rule = recipe.timestamp();
        return rule != null && !rule.from().parsesBody();
    }

    private record Time(@Nullable Reason problem, @Nullable Instant at) {
        private static final Time UNKNOWN = new Time(null, null);
    }

    private Time time(RequestScope scope) {
        TimestampRule rule = recipe.timestamp();
        if (rule == null) {
            return Time.UNKNOWN;
        }
        Rendered rendered = rule.from().in(scope);
        if (!(rendered instanceof Complete complete)) {
            return new Time(rendered.fold(all -> Reason.SIGNATURE_MISSING, reason -> reason), null);
        }
        Instant at = rule.format().read(complete.text());
        return new Time(at == null ? Reason.SIGNATURE_MALFORMED : null, at);
    }

    private Verification fresh(RequestScope scope, Time early, int key) {
        TimestampRule rule = recipe.timestamp();
        Time time = early.at() == null ? time(scope) : early;
        Reason problem = time.problem();
        if (problem == null && rule != null && time.at() != null) {
            problem = rule.freshness(time.at(), now);
        }
        return problem == null ? verified(scope, key) : new Refused(problem);
    }

    private Verification verified(RequestScope scope, int key) {
        VerifiedRequest request = new VerifiedRequest(scope.request());
        RequestText once = recipe.once();
        return once == null
                ? new Verified(request, key, null)
                : once.in(scope).fold(value -> new Verified(request, key, value.text()), Refused::new);
    }
}

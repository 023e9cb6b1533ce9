package dev.pawl.core.verify;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.json.WrittenJson;
import dev.pawl.core.verify.RequestText.Complete;
import dev.pawl.core.verify.Verification.Reason;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One JSON Web Signature of one request. What its header says counts only within the recipe's bounds. */
final class JwsCheck {

    /** Clocks differ; a token made for right now is not one for later. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private final JwsRule rule;
    private final CompactJws token;
    private final JwsAlgorithm algorithm;

    private JwsCheck(JwsRule rule, CompactJws token, JwsAlgorithm algorithm) {
        this.rule = rule;
        this.token = token;
        this.algorithm = algorithm;
    }

    /** A signature that may be checked, or why not. */
    sealed interface Read {
        <T> T fold(Function<JwsCheck, T> check, Function<Reason, T> problem);
    }

    private record Usable(JwsCheck check) implements Read {
        @Override
        public <T> T fold(Function<JwsCheck, T> usable, Function<Reason, T> problem) {
            return usable.apply(check);
        }
    }

    private record Unusable(Reason reason) implements Read {
        @Override
        public <T> T fold(Function<JwsCheck, T> usable, Function<Reason, T> problem) {
            return problem.apply(reason);
        }
    }

    static Read read(Proof.Jws proof, RequestScope scope) {
        SignaturePlace.Carried carried = proof.place().in(scope);
        if (carried.isNothing()) {
            return new Unusable(carried.problem());
        }
        JwsRule rule = proof.rule();
        CompactJws token = CompactJws.parse(carried.value().candidates().get(0));
        if (token != null && rule.detached()) {
            token = token.over(scope.request().body());
        }
        if (token == null) {
            return new Unusable(Reason.SIGNATURE_MALFORMED);
        }
        JwsAlgorithm algorithm = JwsAlgorithm.of(token.header("alg"));
        // Extensions a receiver does not know must make it refuse (RFC 7515, 4.1.11).
        boolean extended = token.header("crit") != null || token.header("b64") != null;
        return algorithm == null || !rule.algorithms().contains(algorithm) || extended
                ? new Unusable(Reason.CONDITION_UNMET)
                : new Usable(new JwsCheck(rule, token, algorithm));
    }

    /** Which key the sender says it used. */
    @Nullable
    String keyId() {
        return token.header("kid");
    }

    /** The index of the secret it was signed with, or -1. */
    int signedBy(List<Secret> secrets, KeyEncoding encoding, Instant now) {
        for (int key = 0; key < secrets.size(); key++) {
            if (isSignedBy(secrets.get(key), encoding, now)) {
                return key;
            }
        }
        return -1;
    }

    private boolean isSignedBy(Secret secret, KeyEncoding encoding, Instant now) {
        if (algorithm.algorithm() instanceof HmacAlgorithm hmac) {
            SharedKey shared = secret.shared(encoding);
            return shared != null
                    && !encoding.isPublic()
                    && MessageDigest.isEqual(shared.mac(hmac, token.content()), token.signature());
        }
        TrustedKey known = secret.trusted(encoding);
        JwsRule.Chain chain = rule.chain();
        if (known == null || chain == null) {
            return known != null && isSignedBy(known);
        }
        TrustedKey leaf = CertificateChain.leaf(token.certificates(), known, chain, now);
        return leaf != null && verifies(leaf);
    }

    private boolean isSignedBy(TrustedKey key) {
        String id = keyId();
        boolean other = id != null && key.id() != null && !id.equals(key.id());
        return !other && verifies(key);
    }

    private boolean verifies(TrustedKey key) {
        return algorithm.algorithm() instanceof PublicKeyAlgorithm asymmetric
                && asymmetric.verifies(key, token.content(), token.signature());
    }

    /** Whether one of the keys obtained under the id it names signed it. */
    boolean signedBy(List<TrustedKey> keys) {
        return keys.stream().anyMatch(this::verifies);
    }

    /** The reason where nobody signed it: a chain to another root is another signer. */
    Reason unsigned() {
        return rule.chain() == null ? Reason.SIGNATURE_WRONG : Reason.CONDITION_UNMET;
    }

    @Nullable
    Reason problemWithClaims(RequestScope scope, Instant now) {
        if (rule.detached()) {
            return null;
        }
        WrittenJson claims = token.claims();
        if (claims == null) {
            return Reason.SIGNATURE_MALFORMED;
        }
        Reason problem = otherBody(claims, scope.request().body());
        if (problem == null) {
            problem = unmet(claims, scope);
        }
        return problem == null ? notNow(claims, now) : problem;
    }

    private @Nullable Reason otherBody(WrittenJson claims, byte[] body) {
        JwsRule.BodyHash hash = rule.bodyHash();
        if (hash == null) {
            return null;
        }
        String claimed = claims.text(CompactJws.member(hash.claim()));
        byte[] bytes = claimed == null ? null : hash.encoding().decode(claimed);
        if (bytes == null) {
            return Reason.SIGNATURE_MALFORMED;
        }
        return MessageDigest.isEqual(HashAlgorithm.SHA256.of(body), bytes) ? null : Reason.SIGNATURE_WRONG;
    }

    private @Nullable Reason unmet(WrittenJson claims, RequestScope scope) {
        for (Map.Entry<String, List<RequestText>> claim : rule.claims().entrySet()) {
            List<String> said = claims.texts(CompactJws.member(claim.getKey()));
            boolean met = claim.getValue().stream()
                    .anyMatch(
                            wanted -> wanted.in(scope) instanceof Complete complete && said.contains(complete.text()));
            if (!met) {
                return Reason.CONDITION_UNMET;
            }
        }
        return null;
    }

    private @Nullable Reason notNow(WrittenJson claims, Instant now) {
        Duration maxAge = rule.maxAge();
        for (String name : List.of("exp", "nbf", "iat")) {
            String text = claims.text(CompactJws.member(name));
            Instant at = text == null ? null : TimeFormat.SECONDS.read(text);
            boolean needed = name.equals("iat") && maxAge != null;
            if (at == null && (text != null || needed)) {
                return Reason.SIGNATURE_MALFORMED;
            }
            Reason problem = at == null ? null : notNow(name, at, maxAge, now);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static @Nullable Reason notNow(String name, Instant at, @Nullable Duration maxAge, Instant now) {
        return switch (name) {
            case "exp" -> now.isAfter(at) ? Reason.TIMESTAMP_TOO_OLD : null;
            case "nbf" -> now.plus(SKEW).isBefore(at) ? Reason.TIMESTAMP_IN_FUTURE : null;
            default -> {
                if (maxAge == null) {
                    yield null;
                }
                Duration age = Duration.between(at, now);
                Reason early = age.negated().compareTo(maxAge) > 0 ? Reason.TIMESTAMP_IN_FUTURE : null;
                yield age.compareTo(maxAge) > 0 ? Reason.TIMESTAMP_TOO_OLD : early;
            }
        };
    }
}

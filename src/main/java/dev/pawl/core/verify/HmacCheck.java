package dev.pawl.core.verify;

import dev.pawl.core.verify.Verification.Reason;
import dev.pawl.core.verify.Verification.Refused;
import dev.pawl.core.verify.Verification.Verified;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/** One recipe at work on one request. The steps stand in the order of {@link Reason}. */
final class HmacCheck {

    /** More signatures than anybody sends while changing keys. */
    static final int EXAMINED = 16;

    /** A header with more is made to keep us busy. */
    static final int TOLERATED = 32;

    private final HmacRecipe recipe;
    private final InboundRequest request;

    private HmacCheck(HmacRecipe recipe, InboundRequest request) {
        this.recipe = recipe;
        this.request = request;
    }

    static Verification check(HmacRecipe recipe, InboundRequest request, List<Secret> secrets, Instant now) {
        return new HmacCheck(recipe, request).verify(secrets, now);
    }

    private Verification verify(List<Secret> secrets, Instant now) {
        Found header = signatureHeader();
        if (header.problem() != null) {
            return new Refused(header.problem());
        }
        SignatureValue signature = recipe.signature().layout().read(header.text());
        List<byte[]> candidates = decoded(signature.candidates());
        if (candidates.isEmpty()) {
            return new Refused(Reason.SIGNATURE_MALFORMED);
        }
        List<byte[]> content = new ArrayList<>();
        for (SignedContent.Part part : recipe.signed().parts()) {
            if (part instanceof SignedContent.Part.Body) {
                content.add(request.body());
                continue;
            }
            if (part instanceof SignedContent.Part.Literal literal) {
                content.add(literal.text().getBytes(StandardCharsets.UTF_8));
                continue;
            }
            Found found = text(part, signature);
            if (found.problem() != null) {
                return new Refused(found.problem());
            }
            content.add(found.bytes());
        }
        TimestampRule rule = recipe.timestamp();
        Instant signedAt = now;
        if (rule != null) {
            Found found = text(rule.from(), signature);
            Instant read = rule.format().read(found.text());
            if (found.problem() != null || read == null) {
                return new Refused(found.problem() == null ? Reason.SIGNATURE_MALFORMED : found.problem());
            }
            signedAt = read;
        }
        int key = signedBy(secrets, content, candidates);
        Reason reason = key < 0 ? Reason.SIGNATURE_WRONG : freshness(rule, signedAt, now);
        return reason == null ? new Verified(new VerifiedRequest(request), key) : new Refused(reason);
    }

    private Found signatureHeader() {
        for (String name : recipe.signature().headers()) {
            if (!request.header(name).isEmpty()) {
                return header(name);
            }
        }
        return Found.not(Reason.SIGNATURE_MISSING);
    }

    /** A header's only value. Blanks around it are no part of it; two different values are nobody's honest request. */
    private Found header(String name) {
        Set<String> values = new HashSet<>();
        request.header(name).forEach(value -> values.add(value.strip()));
        if (values.size() > 1) {
            return Found.not(Reason.SIGNATURE_MALFORMED);
        }
        String value = values.isEmpty() ? "" : values.iterator().next();
        return value.isEmpty() ? Found.not(Reason.SIGNATURE_MISSING) : new Found(null, value);
    }

    private Found text(SignedContent.Part part, SignatureValue signature) {
        if (part instanceof SignedContent.Part.Header header) {
            return header(header.name());
        }
        if (part instanceof SignedContent.Part.Named named) {
            List<String> values = signature.parts().getOrDefault(named.name(), List.of());
            if (values.size() == 1 && !values.get(0).isEmpty()) {
                return new Found(null, values.get(0));
            }
        }
        return Found.not(Reason.SIGNATURE_MALFORMED);
    }

    private List<byte[]> decoded(List<String> candidates) {
        List<byte[]> decoded = new ArrayList<>();
        if (candidates.size() <= TOLERATED) {
            for (String candidate : candidates.subList(0, Math.min(EXAMINED, candidates.size()))) {
                byte[] bytes = recipe.signature().encoding().decode(candidate);
                if (bytes != null) {
                    decoded.add(bytes);
                }
            }
        }
        return decoded;
    }

    /** The index of the secret one of the signatures was made with, or -1. */
    private int signedBy(List<Secret> secrets, List<byte[]> content, List<byte[]> candidates) {
        for (int key = 0; key < secrets.size(); key++) {
            Mac mac = secrets.get(key).mac(recipe.algorithm());
            content.forEach(mac::update);
            byte[] expected = mac.doFinal();
            for (byte[] candidate : candidates) {
                if (MessageDigest.isEqual(expected, candidate)) {
                    return key;
                }
            }
        }
        return -1;
    }

    private static @Nullable Reason freshness(@Nullable TimestampRule rule, Instant signedAt, Instant now) {
        if (rule == null) {
            return null;
        }
        Duration age = Duration.between(signedAt, now);
        if (!rule.acceptFuture() && age.negated().compareTo(rule.tolerance()) > 0) {
            return Reason.TIMESTAMP_IN_FUTURE;
        }
        return age.compareTo(rule.tolerance()) > 0 ? Reason.TIMESTAMP_TOO_OLD : null;
    }

    /** A text of the request, or why there is none. */
    private record Found(@Nullable Reason problem, String text) {

        static Found not(Reason problem) {
            return new Found(problem, "");
        }

        /** As on the wire: servers hand header bytes over as ISO 8859-1. */
        byte[] bytes() {
            boolean wire = text.chars().allMatch(c -> c <= 0xFF);
            return text.getBytes(wire ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        }
    }
}

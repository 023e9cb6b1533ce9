package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.TimeFormat;
import dev.pawl.core.verify.SignatureLayout.ListOf;
import dev.pawl.core.verify.SignatureLayout.Pairs;
import dev.pawl.core.verify.SignatureLayout.Prefix;
import dev.pawl.core.verify.SignatureLayout.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schemes the tests use, by name. */
final class Recipes {

    static final Map<String, VerificationRecipe> BY_NAME = Map.ofEntries(
            Map.entry("stripe", pairs("Stripe-Signature", true)),
            Map.entry("p", pairs("X-P-Signature", false)),
            Map.entry(
                    "github",
                    overBody(
                            HmacAlgorithm.SHA256,
                            "X-Hub-Signature-256",
                            SignatureEncoding.HEX,
                            new Prefix("sha256=", false))),
            Map.entry("standard-webhooks", standard("webhook")),
            Map.entry("svix", standard("svix")),
            Map.entry("md5-hex", whole(HmacAlgorithm.MD5, SignatureEncoding.HEX)),
            Map.entry("sha1-hex", whole(HmacAlgorithm.SHA1, SignatureEncoding.HEX)),
            Map.entry("sha512-hex", whole(HmacAlgorithm.SHA512, SignatureEncoding.HEX)),
            Map.entry("base64", whole(HmacAlgorithm.SHA256, SignatureEncoding.BASE64)),
            Map.entry("base64url", whole(HmacAlgorithm.SHA256, SignatureEncoding.BASE64URL)));

    private Recipes() {}

    static VerificationRecipe get(String name) {
        VerificationRecipe recipe = BY_NAME.get(name);
        if (recipe == null) {
            throw new AssertionError("no recipe " + name);
        }
        return recipe;
    }

    static <T> T right(Parsed<T> parsed) {
        return parsed.fold(value -> value, problem -> {
            throw new AssertionError(problem);
        });
    }

    static VerificationRecipe pairs(String header, boolean acceptFuture) {
        return recipe(
                HmacAlgorithm.SHA256,
                SignaturePlace.header(header, new Pairs(",", "v1")),
                SignatureEncoding.HEX,
                "{sig:t}.{body}",
                timestamp("{sig:t}", acceptFuture));
    }

    private static VerificationRecipe standard(String prefix) {
        return recipe(
                HmacAlgorithm.SHA256,
                SignaturePlace.header(prefix + "-signature", new ListOf(" ", "v1,")),
                SignatureEncoding.BASE64,
                "{header:" + prefix + "-id}.{header:" + prefix + "-timestamp}.{body}",
                timestamp("{header:" + prefix + "-timestamp}", false));
    }

    private static VerificationRecipe whole(HmacAlgorithm algorithm, SignatureEncoding encoding) {
        return overBody(algorithm, "X-Signature", encoding, new Whole());
    }

    private static VerificationRecipe overBody(
            HmacAlgorithm algorithm, String header, SignatureEncoding encoding, SignatureLayout layout) {
        return recipe(algorithm, SignaturePlace.header(header, layout), encoding, "{body}", null);
    }

    static VerificationRecipe recipe(
            SignatureAlgorithm algorithm,
            SignaturePlace place,
            SignatureEncoding encoding,
            String signed,
            @Nullable TimestampRule timestamp) {
        Proof.Signed proof = new Proof.Signed(algorithm, place, encoding, text(signed));
        return VerificationRecipe.signed(proof, KeyEncoding.UTF8, timestamp);
    }

    static RequestText text(String text) {
        return right(RequestText.parse(text, List.of()));
    }

    private static TimestampRule timestamp(String from, boolean acceptFuture) {
        return new TimestampRule(text(from), TimeFormat.SECONDS, Duration.ofMinutes(5), acceptFuture);
    }
}

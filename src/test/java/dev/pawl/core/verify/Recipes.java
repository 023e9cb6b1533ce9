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

/** The schemes the tests use, by name. */
final class Recipes {

    static final Map<String, HmacRecipe> BY_NAME = Map.ofEntries(
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

    static HmacRecipe get(String name) {
        HmacRecipe recipe = BY_NAME.get(name);
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

    static HmacRecipe pairs(String header, boolean acceptFuture) {
        return new HmacRecipe(
                HmacAlgorithm.SHA256,
                new SignaturePlace(List.of(header), SignatureEncoding.HEX, new Pairs(",", "v1")),
                right(SignedContent.parse("{sig:t}.{body}")),
                timestamp("{sig:t}", acceptFuture));
    }

    private static HmacRecipe standard(String prefix) {
        return new HmacRecipe(
                HmacAlgorithm.SHA256,
                new SignaturePlace(List.of(prefix + "-signature"), SignatureEncoding.BASE64, new ListOf(" ", "v1,")),
                right(SignedContent.parse("{header:" + prefix + "-id}.{header:" + prefix + "-timestamp}.{body}")),
                timestamp("{header:" + prefix + "-timestamp}", false));
    }

    private static HmacRecipe whole(HmacAlgorithm algorithm, SignatureEncoding encoding) {
        return overBody(algorithm, "X-Signature", encoding, new Whole());
    }

    private static HmacRecipe overBody(
            HmacAlgorithm algorithm, String header, SignatureEncoding encoding, SignatureLayout layout) {
        return new HmacRecipe(
                algorithm,
                new SignaturePlace(List.of(header), encoding, layout),
                right(SignedContent.parse("{body}")),
                null);
    }

    private static TimestampRule timestamp(String from, boolean acceptFuture) {
        return new TimestampRule(
                right(SignedContent.Part.reference(from)), TimeFormat.SECONDS, Duration.ofMinutes(5), acceptFuture);
    }
}

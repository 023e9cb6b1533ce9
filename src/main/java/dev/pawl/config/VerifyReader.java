package dev.pawl.config;

import dev.pawl.core.json.EventPath;
import dev.pawl.core.verify.Condition;
import dev.pawl.core.verify.Coverage;
import dev.pawl.core.verify.HashAlgorithm;
import dev.pawl.core.verify.HmacAlgorithm;
import dev.pawl.core.verify.JwsRule;
import dev.pawl.core.verify.KeyRule;
import dev.pawl.core.verify.Proof;
import dev.pawl.core.verify.PublicKeyAlgorithm;
import dev.pawl.core.verify.RequestText;
import dev.pawl.core.verify.SecretDecoder.Meant;
import dev.pawl.core.verify.SignatureAlgorithm;
import dev.pawl.core.verify.SignatureEncoding;
import dev.pawl.core.verify.SignatureLayout;
import dev.pawl.core.verify.SignaturePlace;
import dev.pawl.core.verify.TimestampRule;
import dev.pawl.core.verify.VerificationRecipe;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code verify}: one recipe, or a list of which any will do. */
final class VerifyReader {

    static final Set<String> KEYS =
            Set.of("algorithm", "signature", "signed", "timestamp", "key", "jws", "require", "each", "covers", "once");
    /** Beside algorithm none. */
    private static final Set<String> ALONE = Set.of("algorithm");

    private static final String NONE = "none";
    private static final String TOKEN = "token";
    private static final String BASIC = "basic";
    private static final String JWS = "jws";
    private static final Map<String, SignatureAlgorithm> ALGORITHMS = algorithms();

    private final RecipeContext context;

    VerifyReader(RecipeContext context) {
        this.context = context;
    }

    private static Map<String, SignatureAlgorithm> algorithms() {
        Map<String, SignatureAlgorithm> algorithms = new LinkedHashMap<>();
        Stream.of(HmacAlgorithm.values(), HashAlgorithm.values(), PublicKeyAlgorithm.values())
                .flatMap(Stream::of)
                .map(SignatureAlgorithm.class::cast)
                .filter(algorithm -> algorithm != PublicKeyAlgorithm.ECDSA_P256_SHA256_RAW)
                .forEach(algorithm -> algorithms.put(algorithm.word(), algorithm));
        return Map.copyOf(algorithms);
    }

    /** Null, with the mistakes noted, where it is wrong. */
    @Nullable
    Scheme read(ConfigNode node) {
        if (node.isAbsent()) {
            node.mistake("is missing", "name a preset, or say how requests are signed");
            return null;
        }
        if (node.isMap()
                && node.at("algorithm").isText()
                && NONE.equals(node.at("algorithm").text())) {
            node.allow(ALONE, Set.of());
            node.warn("is none: anybody who knows the address can make this source believe anything", null);
            return Scheme.OPEN;
        }
        int before = node.mistakes().count();
        List<ConfigNode> alternatives = node.isMap() ? List.of(node) : node.items();
        List<VerificationRecipe> recipes = Items.read(alternatives, this::recipe);
        Set<Meant> meant = EnumSet.noneOf(Meant.class);
        for (ConfigNode alternative : alternatives) {
            if (KeyReader.apiKey(alternative.at("key"))) {
                meant.add(Meant.API_KEY);
            }
        }
        if (recipes.stream().anyMatch(VerifyReader::comparesWholes)) {
            meant.add(Meant.HEADER);
        }
        if (Items.isEmptyList(node)) {
            node.mistake("is an empty list", "at least one recipe, or algorithm: none");
        }
        return node.mistakes().count() > before ? null : new Scheme(recipes, context.url(), context.given(), meant);
    }

    /** Whether the secret is all there is in its place, as somebody entered it at the provider. */
    private static boolean comparesWholes(VerificationRecipe recipe) {
        return recipe.proof() instanceof Proof.Token token && token.place().layout() instanceof SignatureLayout.Whole;
    }

    private @Nullable VerificationRecipe recipe(ConfigNode node) {
        node.allow(KEYS, Set.of());
        Proof proof = proof(node);
        List<Condition> require = new ConditionReader(context).read(node.at("require"));
        TimestampRule timestamp = new TimestampReader(context).read(node.at("timestamp"));
        EventPath each = node.at("each").flag(false) ? context.each() : null;
        RequestText once = context.optional(node.at("once"));
        KeyReader.Use use = proof == null ? null : use(node, proof);
        KeyRule key = use == null ? null : new KeyReader(context).read(node.at("key"), use);
        if (proof == null || key == null) {
            return null;
        }
        Coverage covers = CoverageReader.read(node, proof, require);
        if (once != null && covers == Coverage.BODY) {
            node.at("once").mistake("is for schemes that do not cover the body", "remove it");
        }
        if (proof instanceof Proof.Signed signed) {
            parts(node, signed, require, timestamp, once);
        }
        return new VerificationRecipe(proof, key, require, timestamp, each, covers, once);
    }

    private @Nullable Proof proof(ConfigNode node) {
        String word = algorithm(node.at("algorithm"));
        if (word == null) {
            return null;
        }
        SignatureAlgorithm algorithm = ALGORITHMS.get(word);
        if (algorithm == null) {
            without(node, word, "signed");
        }
        if (!word.equals(JWS)) {
            without(node, word, "jws");
        }
        if (word.equals(BASIC)) {
            without(node, word, "signature");
            return new Proof.Basic();
        }
        SignaturePlace place = new SignatureReader(context).place(node.at("signature"), algorithm != null);
        if (algorithm != null) {
            return signed(node, algorithm, place);
        }
        JwsRule rule = word.equals(JWS) ? new JwsReader(context).read(node.at("jws")) : null;
        if (place == null) {
            return null;
        }
        if (word.equals(TOKEN)) {
            return new Proof.Token(place);
        }
        return rule == null ? null : new Proof.Jws(place, rule);
    }

    private @Nullable Proof signed(ConfigNode node, SignatureAlgorithm algorithm, @Nullable SignaturePlace place) {
        ConfigNode signature = node.at("signature");
        SignatureEncoding encoding = signature.isAbsent() ? null : SignatureReader.encoding(signature.at("encoding"));
        ConfigNode text = node.at("signed");
        RequestText signed = context.required(text);
        if (signed != null && algorithm instanceof HashAlgorithm && !signed.usesSecret()) {
            text.mistake("leaves the secret out", "anybody can compute a plain hash: add {secret}");
        }
        if (signed != null && algorithm instanceof PublicKeyAlgorithm && signed.usesSecret()) {
            text.mistake("reads a secret, which a signature by a private key has not", "remove it");
        }
        return place == null || encoding == null || signed == null
                ? null
                : new Proof.Signed(algorithm, place, encoding, signed);
    }

    private static void without(ConfigNode node, String algorithm, String key) {
        if (!node.at(key).isAbsent()) {
            node.at(key).mistake("is not for algorithm " + algorithm, "remove it");
        }
    }

    private static @Nullable String algorithm(ConfigNode node) {
        if (node.isText() && NONE.equals(node.text())) {
            node.mistake("is none beside other recipes, which anything would pass", "remove it here");
            return null;
        }
        return node.word(algorithmWords());
    }

    /** All words for {@code algorithm}. */
    static Set<String> algorithmWords() {
        Set<String> words = new LinkedHashSet<>(ALGORITHMS.keySet());
        words.addAll(List.of(TOKEN, BASIC, JWS, NONE));
        return words;
    }

    private static KeyReader.@Nullable Use use(ConfigNode node, Proof proof) {
        if (proof instanceof Proof.Jws jws) {
            return JwsReader.use(node.at("jws"), jws.rule());
        }
        if (proof instanceof Proof.Signed signed && !(signed.algorithm() instanceof HashAlgorithm)) {
            return signed.algorithm() instanceof HmacAlgorithm ? KeyReader.Use.SHARED : KeyReader.Use.PUBLIC;
        }
        return KeyReader.Use.TEXT;
    }

    private static void parts(
            ConfigNode node,
            Proof.Signed proof,
            List<Condition> require,
            @Nullable TimestampRule timestamp,
            @Nullable RequestText once) {
        SignatureLayout layout = proof.place().layout();
        named(node.at("signed"), proof.signed(), layout);
        require.forEach(condition -> named(node.at("require"), condition.from(), layout));
        if (once != null) {
            named(node.at("once"), once, layout);
        }
        if (timestamp != null) {
            ConfigNode from = node.at("timestamp").at("from");
            named(from, timestamp.from(), layout);
            boolean signed = proof.signed().includes(timestamp.from())
                    || (timestamp.from().parsesBody() && proof.signed().coversBody());
            if (!signed) {
                from.warn("is not signed, so that anybody can set it", "add it to signed if the provider signs it");
            }
        }
    }

    /** A part of the signature exists only where the signature is taken apart, and what is taken as signature is none. */
    private static void named(ConfigNode node, RequestText text, SignatureLayout layout) {
        for (String name : text.signatureParts()) {
            boolean known = (layout instanceof SignatureLayout.Pairs pairs
                            && !pairs.take().equals(name))
                    || (layout instanceof SignatureLayout.Positional positional
                            && positional.names().contains(name))
                    || (layout instanceof SignatureLayout.Base64Json json
                            && !json.take().equals(name));
            if (!known) {
                node.mistake(
                        "reads {sig:" + name + "}, which the signature does not have",
                        "signature.parse must be { pairs: …, take: … }, with another name taken, or { positional, names }");
            }
        }
    }
}

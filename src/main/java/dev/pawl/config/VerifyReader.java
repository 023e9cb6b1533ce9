package dev.pawl.config;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.verify.HmacAlgorithm;
import dev.pawl.core.verify.HmacRecipe;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.SignatureEncoding;
import dev.pawl.core.verify.SignatureLayout;
import dev.pawl.core.verify.SignaturePlace;
import dev.pawl.core.verify.SignedContent;
import dev.pawl.core.verify.TimestampRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code verify}: one recipe, or a list of which any will do. */
final class VerifyReader {

    private static final Set<String> KEYS = Set.of("algorithm", "signature", "signed", "timestamp", "key");
    private static final Set<String> LATER = Set.of("require", "each", "keys", "claims", "url");
    private static final String NONE = "none";
    private static final Map<String, HmacAlgorithm> ALGORITHMS = byWord(HmacAlgorithm.values(), HmacAlgorithm::word);
    private static final Set<String> LATER_ALGORITHMS = Set.of(
            "md5",
            "sha1",
            "sha256",
            "sha384",
            "ed25519",
            "ecdsa-p256-sha256",
            "ecdsa-p256-sha1",
            "rsa-sha256",
            "rsa-sha1",
            "jws",
            "token",
            "basic");
    private static final Map<String, SignatureEncoding> ENCODINGS =
            byWord(SignatureEncoding.values(), encoding -> encoding.name().toLowerCase(Locale.ROOT));
    private static final Map<String, KeyEncoding> KEY_ENCODINGS = byWord(KeyEncoding.values(), KeyEncoding::word);
    private static final Set<String> LATER_KEY_ENCODINGS = Set.of("sha1-digest");
    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final Set<KeyEncoding> encodings = new LinkedHashSet<>();

    private static <T> Map<String, T> byWord(T[] values, Function<T, String> word) {
        return Arrays.stream(values).collect(Collectors.toUnmodifiableMap(word, Function.identity()));
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
            node.allow(Set.of("algorithm"), Set.of());
            node.warn("is none: anybody who knows the address can make this source believe anything", null);
            return Scheme.OPEN;
        }
        int before = node.mistakes().count();
        List<ConfigNode> alternatives = node.isMap() ? List.of(node) : node.items();
        List<HmacRecipe> recipes = new ArrayList<>();
        for (ConfigNode alternative : alternatives) {
            HmacRecipe recipe = recipe(alternative);
            if (recipe != null) {
                recipes.add(recipe);
            }
        }
        if (node.isList() && alternatives.isEmpty()) {
            node.mistake("is an empty list", "at least one recipe, or algorithm: none");
        }
        return node.mistakes().count() > before ? null : new Scheme(recipes, encodings);
    }

    private @Nullable HmacRecipe recipe(ConfigNode node) {
        node.allow(KEYS, LATER);
        HmacAlgorithm algorithm = algorithm(node.at("algorithm"));
        SignaturePlace place = place(node.at("signature"));
        SignedContent signed = Meaning.required(node.at("signed"), SignedContent::parse);
        if (signed != null && !signed.coversBody()) {
            node.at("signed").mistake("leaves the body out", "one captured signature would fit any body: add {body}");
        }
        if (signed != null && place != null) {
            signed.parts().forEach(part -> named(node.at("signed"), part, place));
        }
        TimestampRule timestamp =
                node.at("timestamp").isAbsent() ? null : timestamp(node.at("timestamp"), signed, place);
        keyEncoding(node.at("key"));
        return algorithm == null || place == null || signed == null
                ? null
                : new HmacRecipe(algorithm, place, signed, timestamp);
    }

    private static @Nullable HmacAlgorithm algorithm(ConfigNode node) {
        if (node.isText() && NONE.equals(node.text())) {
            node.mistake("is none beside other recipes, which anything would pass", "remove it here");
            return null;
        }
        Set<String> allowed = new LinkedHashSet<>(ALGORITHMS.keySet());
        allowed.add(NONE);
        String word = node.word(allowed, LATER_ALGORITHMS);
        return word == null ? null : ALGORITHMS.get(word);
    }

    private static @Nullable SignaturePlace place(ConfigNode node) {
        if (node.isAbsent()) {
            node.mistake("is missing", "where is the signature: { header: …, encoding: … }");
            return null;
        }
        node.allow(Set.of("header", "encoding", "parse"), Set.of("query", "form", "json"));
        List<String> headers = headers(node.at("header"));
        String encoding = node.at("encoding").word(ENCODINGS.keySet());
        SignatureEncoding known = encoding == null ? null : ENCODINGS.get(encoding);
        SignatureLayout layout = LayoutReader.read(node.at("parse"));
        return headers.isEmpty() || known == null || layout == null ? null : new SignaturePlace(headers, known, layout);
    }

    private static List<String> headers(ConfigNode node) {
        List<String> names = new ArrayList<>();
        for (ConfigNode item : node.oneOrMore()) {
            String name = item.requiredText();
            if (name != null && !HEADER.matcher(name).matches()) {
                item.mistake("is not a proper name of a header", null);
            } else if (name != null) {
                names.add(name);
            }
        }
        if (node.isAbsent() || (node.isList() && node.items().isEmpty())) {
            node.mistake("is missing", "the name of the header that carries the signature");
        }
        return names;
    }

    private static @Nullable TimestampRule timestamp(
            ConfigNode node, @Nullable SignedContent signed, @Nullable SignaturePlace place) {
        node.allow(Set.of("from", "unit", "tolerance", "future"), Set.of());
        SignedContent.Part from = Meaning.required(node.at("from"), SignedContent.Part::reference);
        TimeFormat unit = Meaning.required(node.at("unit"), TimeFormat::parse);
        Duration tolerance = node.at("tolerance").duration(TOLERANCE);
        if (tolerance.isZero()) {
            node.at("tolerance").mistake("must be longer than nothing", Quantity.DURATIONS);
        }
        String future =
                node.at("future").isAbsent() ? "refuse" : node.at("future").word(Set.of("accept", "refuse"));
        if (from != null && signed != null && !signed.parts().contains(from)) {
            node.at("from")
                    .warn("is not signed, so that anybody can set it", "add it to signed if the provider signs it");
        }
        if (from != null && place != null) {
            named(node.at("from"), from, place);
        }
        return from == null || unit == null ? null : new TimestampRule(from, unit, tolerance, "accept".equals(future));
    }

    /** A part of the signature header exists only where the header is read as pairs, and the signatures are none. */
    private static void named(ConfigNode node, SignedContent.Part part, SignaturePlace place) {
        if (part instanceof SignedContent.Part.Named named
                && !(place.layout() instanceof SignatureLayout.Pairs pairs
                        && !pairs.take().equals(named.name()))) {
            node.mistake(
                    "reads {sig:" + named.name() + "}, which the signature does not have",
                    "signature.parse must be { pairs: …, take: … }, with another name taken");
        }
    }

    private void keyEncoding(ConfigNode node) {
        node.allow(Set.of("encoding"), Set.of());
        ConfigNode encoding = node.at("encoding");
        String word = encoding.isAbsent()
                ? KeyEncoding.UTF8.word()
                : encoding.word(KEY_ENCODINGS.keySet(), LATER_KEY_ENCODINGS);
        KeyEncoding known = word == null ? null : KEY_ENCODINGS.get(word);
        if (known != null) {
            encodings.add(known);
        }
    }
}

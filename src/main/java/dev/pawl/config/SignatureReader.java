package dev.pawl.config;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.SignatureEncoding;
import dev.pawl.core.verify.SignatureLayout;
import dev.pawl.core.verify.SignaturePlace;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code signature}: where a request carries it, and how it is written there. */
final class SignatureReader {

    static final Set<String> KEYS = Set.of("header", "query", "form", "json", "which", "encoding", "parse");
    static final Map<String, SignatureEncoding> ENCODINGS = Arrays.stream(SignatureEncoding.values())
            .collect(Collectors.toUnmodifiableMap(
                    encoding -> encoding.name().toLowerCase(Locale.ROOT), Function.identity()));
    static final Set<String> WHICH = Set.of("first", "any");
    private static final List<String> PLACES = List.of("header", "query", "form", "json");
    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

    private final RecipeContext context;

    SignatureReader(RecipeContext context) {
        this.context = context;
    }

    /** @param encoded whether there is an encoding to be told; a token has none */
    @Nullable
    SignaturePlace place(ConfigNode node, boolean encoded) {
        if (node.isAbsent()) {
            node.mistake("is missing", "where is it: { header: …, encoding: … }");
            return null;
        }
        node.allow(KEYS, Set.of());
        if (!encoded && !node.at("encoding").isAbsent()) {
            node.at("encoding").mistake("is not for this algorithm", "remove it");
        }
        SignatureLayout layout = new LayoutReader(context).read(node.at("parse"));
        List<String> named =
                PLACES.stream().filter(place -> !node.at(place).isAbsent()).toList();
        if (named.size() > 1) {
            node.mistake("names " + named.size() + " places", "one of header, query, form, json");
            return null;
        }
        String place = named.isEmpty() ? "header" : named.get(0);
        boolean any = any(node.at("which"), node.at("header"));
        return layout == null ? null : place(node.at(place), place, any, layout);
    }

    private static @Nullable SignaturePlace place(ConfigNode node, String place, boolean any, SignatureLayout layout) {
        if (place.equals("header")) {
            List<String> names = headers(node);
            return names.isEmpty() ? null : SignaturePlace.headers(names, any, layout);
        }
        if (place.equals("json")) {
            Pointer pointer = Meaning.required(node, Pointer::parse);
            return pointer == null ? null : SignaturePlace.json(pointer, layout);
        }
        String name = node.requiredText();
        if (name == null) {
            return null;
        }
        return place.equals("query") ? SignaturePlace.query(name, layout) : SignaturePlace.form(name, layout);
    }

    private static boolean any(ConfigNode which, ConfigNode header) {
        if (which.isAbsent()) {
            return false;
        }
        if (!header.isList()) {
            which.mistake("is given, but there is only one place", "remove it, or list several headers");
        }
        return "any".equals(which.word(WHICH));
    }

    /** Names of headers; none, with a mistake, where something is wrong. */
    private static List<String> headers(ConfigNode node) {
        List<String> names = Items.read(node.oneOrMore(), SignatureReader::header);
        if (Items.none(node)) {
            node.mistake("is missing", "the name of the header that carries the signature");
        }
        return names;
    }

    private static @Nullable String header(ConfigNode node) {
        String name = node.requiredText();
        if (name != null && !HEADER.matcher(name).matches()) {
            node.mistake("is not a proper name of a header", null);
            return null;
        }
        return name;
    }

    static @Nullable SignatureEncoding encoding(ConfigNode node) {
        String word = node.word(ENCODINGS.keySet());
        return word == null ? null : ENCODINGS.get(word);
    }
}

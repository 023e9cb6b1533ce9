package dev.pawl.config;

import dev.pawl.core.verify.HashAlgorithm;
import dev.pawl.core.verify.HmacAlgorithm;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.RequestMac;
import dev.pawl.core.verify.RequestText;
import dev.pawl.core.verify.SignatureAlgorithm;
import dev.pawl.core.verify.SignatureEncoding;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code mac}: how an answer proves that we know the secret. */
final class MacReader {

    static final Set<String> MAC = Set.of("algorithm", "encoding", "of", "key");
    static final Set<String> KEY = Set.of("encoding");
    static final Map<String, SignatureAlgorithm> ALGORITHMS = Stream.<SignatureAlgorithm>concat(
                    Arrays.stream(HmacAlgorithm.values()), Arrays.stream(HashAlgorithm.values()))
            .collect(Collectors.toUnmodifiableMap(SignatureAlgorithm::word, Function.identity()));
    private static final Map<String, SignatureEncoding> ENCODINGS = Arrays.stream(SignatureEncoding.values())
            .collect(Collectors.toUnmodifiableMap(
                    encoding -> encoding.name().toLowerCase(Locale.ROOT), Function.identity()));
    static final Map<String, KeyEncoding> KEYS = Arrays.stream(KeyEncoding.values())
            .filter(encoding -> !encoding.isPublic())
            .collect(Collectors.toUnmodifiableMap(KeyEncoding::word, Function.identity()));

    private final RecipeContext context;
    private final Set<KeyEncoding> used = EnumSet.noneOf(KeyEncoding.class);

    MacReader(RecipeContext context) {
        this.context = context;
    }

    /** How the secrets must be readable for what was read so far. */
    Set<KeyEncoding> used() {
        return used;
    }

    /** Null where there is none or, with the mistakes noted, where it is wrong. */
    @Nullable
    RequestMac read(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(MAC, Set.of());
        node.at("key").allow(KEY, Set.of());
        String algorithm = node.at("algorithm").word(ALGORITHMS.keySet());
        String encoding = node.at("encoding").word(ENCODINGS.keySet());
        RequestText of = context.required(node.at("of"));
        ConfigNode keyNode = node.at("key").at("encoding");
        String key = keyNode.isAbsent() ? KeyEncoding.UTF8.word() : keyNode.word(KEYS.keySet());
        SignatureAlgorithm known = algorithm == null ? null : ALGORITHMS.get(algorithm);
        boolean keyed = !(known instanceof HashAlgorithm) || (of != null && of.usesSecret());
        if (known instanceof HashAlgorithm && of != null && !keyed && !usesConfig(of)) {
            node.at("of")
                    .mistake(
                            "holds no secret, so that it proves nothing",
                            "add {secret} or {config:name}, or use an hmac");
        }
        KeyEncoding keyEncoding = key == null ? null : KEYS.get(key);
        SignatureEncoding form = encoding == null ? null : ENCODINGS.get(encoding);
        if (known == null || of == null || keyEncoding == null || form == null) {
            return null;
        }
        if (keyed) {
            used.add(keyEncoding);
        }
        return new RequestMac(known, form, of, keyEncoding);
    }

    /** Some providers let people choose a token that is no signing secret: it is a constant of the source. */
    private static boolean usesConfig(RequestText of) {
        return of.toString().contains("{config:");
    }
}

package dev.pawl.config;

import dev.pawl.core.Parsed;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.SecretDecoder;
import dev.pawl.core.verify.TrustedKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a source's secrets, public keys among them, into keys. Names faults, never values. */
final class SecretsReader {

    private final @Nullable Scheme scheme;
    private final Set<KeyEncoding> encodings;
    private final boolean pending;

    /**
     * @param scheme null: wrong, so that nobody knows how to read a secret
     * @param answers how the answers want secrets to be read
     * @param pending there may be none yet
     */
    SecretsReader(@Nullable Scheme scheme, Set<KeyEncoding> answers, boolean pending) {
        this.scheme = scheme;
        this.encodings = new LinkedHashSet<>(scheme == null ? Set.of() : scheme.encodings());
        this.encodings.addAll(answers);
        this.pending = pending;
    }

    /** For secrets that come later. */
    SecretFormat format() {
        return (name, text) -> {
            List<String> problems = new ArrayList<>();
            Secret secret = scheme == null ? null : read(Secret.of(name, text), scheme, problems);
            return secret == null || !problems.isEmpty() ? List.of() : List.of(secret);
        };
    }

    List<Secret> read(ConfigNode node) {
        return read("secrets", node);
    }

    /** @param name what the secrets are called, with a number each */
    List<Secret> read(String name, ConfigNode node) {
        if (scheme != null && encodings.isEmpty()) {
            if (!node.isAbsent()) {
                node.mistake("is given, but nothing is verified with it", whyNeedless(scheme));
            }
            return List.of();
        }
        if (node.isAbsent()) {
            if (pending) {
                return List.of();
            }
            node.mistake(
                    "is missing", "the signing secret as the provider shows it, best from a variable: [\"${NAME}\"]");
            return List.of();
        }
        return some(name, node);
    }

    private static String whyNeedless(Scheme scheme) {
        return scheme.open() ? "remove it, or name an algorithm" : "remove it: the key comes from the provider";
    }

    private List<Secret> some(String name, ConfigNode node) {
        int before = node.mistakes().count();
        List<ConfigNode> items = node.oneOrMore();
        List<Secret> secrets = new ArrayList<>();
        boolean any = false;
        for (int i = 0; i < items.size(); i++) {
            String text = items.get(i).text();
            if (text != null && !text.isBlank()) {
                any = true;
                secrets.add(secret(name + "[" + i + "]", items.get(i), text));
            }
        }
        if (!any && !pending && node.mistakes().count() == before) {
            node.mistake("no secret left after empty entries were skipped", "is the variable set?");
        }
        return secrets;
    }

    private Secret secret(String name, ConfigNode node, String text) {
        SecretDecoder.Trimmed trimmed = SecretDecoder.trim(text);
        if (trimmed.changed()) {
            node.warn("has blanks or line ends around it, which are left out", null);
        }
        Secret secret = Secret.of(name, trimmed.text());
        if (scheme == null) {
            return secret;
        }
        List<String> problems = new ArrayList<>();
        Secret read = read(secret, scheme, problems);
        problems.forEach(problem -> node.mistake(problem, null));
        return read;
    }

    /**
     * One key for each way the recipes read a secret: a provider may be changing from one to another. Shared secrets must
     * be readable in every such way; a list may hold public keys of several kinds, and keys beside secrets.
     */
    private Secret read(Secret secret, Scheme scheme, List<String> told) {
        boolean one = encodings.stream().anyMatch(KeyEncoding::isPublic);
        List<String> problems = new ArrayList<>();
        Secret read = secret;
        for (KeyEncoding encoding : encodings) {
            Secret before = read;
            Parsed<Secret> more = read.readAs(encoding, scheme.meant()).then(known -> usable(known, encoding, scheme));
            read = more.fold(known -> known, problem -> {
                problems.add(problem);
                return before;
            });
        }
        if (one ? problems.size() == encodings.size() : !problems.isEmpty()) {
            told.addAll(problems);
        }
        return read;
    }

    private static Parsed<Secret> usable(Secret secret, KeyEncoding encoding, Scheme scheme) {
        TrustedKey key = secret.trusted(encoding);
        return key == null || scheme.kinds(encoding).contains(key.kind())
                ? Parsed.of(secret)
                : Parsed.wrong("is a key for another algorithm: " + key.kind());
    }
}

package dev.pawl.config;

import dev.pawl.core.Parsed;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.SecretDecoder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a source's secrets into keys. Names faults, never values. */
final class SecretsReader {

    private final @Nullable Scheme scheme;
    private final Set<KeyEncoding> encodings;
    private final boolean pending;

    /**
     * @param scheme null: wrong, so that nobody knows how to read a secret
     * @param more how secrets must be readable besides what the scheme says
     * @param pending there may be none
     */
    SecretsReader(@Nullable Scheme scheme, Set<KeyEncoding> more, boolean pending) {
        this.scheme = scheme;
        this.encodings = new LinkedHashSet<>(scheme == null ? Set.of() : scheme.encodings());
        this.encodings.addAll(more);
        this.pending = pending;
    }

    /** For secrets that come later. */
    SecretFormat format() {
        return (name, text) -> read(name, text).fold(List::of, problem -> List.of());
    }

    /** Read in every way the recipes want it: a provider may be changing from one to another. */
    private Parsed<Secret> read(String name, String text) {
        Parsed<Secret> secret = Parsed.of(Secret.of(name, text));
        for (KeyEncoding encoding : encodings) {
            secret = secret.then(read -> read.readAs(encoding, false));
        }
        return secret;
    }

    List<Secret> read(ConfigNode node) {
        if (scheme != null && scheme.open()) {
            if (!node.isAbsent()) {
                node.mistake("is given, but nothing is verified with it", "remove it, or name an algorithm");
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
        return some(node);
    }

    private List<Secret> some(ConfigNode node) {
        int before = node.mistakes().count();
        List<ConfigNode> items = node.oneOrMore();
        List<Secret> secrets = new ArrayList<>();
        boolean any = false;
        for (int i = 0; i < items.size(); i++) {
            String text = items.get(i).text();
            if (text != null && !text.isBlank()) {
                any = true;
                secrets.addAll(keys("secrets[" + i + "]", items.get(i), text));
            }
        }
        if (!any && !pending && node.mistakes().count() == before) {
            node.mistake("no secret left after empty entries were skipped", "is the variable set?");
        }
        return secrets;
    }

    private List<Secret> keys(String name, ConfigNode node, String text) {
        SecretDecoder.Trimmed trimmed = SecretDecoder.trim(text);
        if (trimmed.changed()) {
            node.warn("has blanks or line ends around it, which are left out", null);
        }
        return scheme == null
                ? List.of()
                : read(name, trimmed.text()).fold(List::of, problem -> {
                    node.mistake(problem, null);
                    return List.of();
                });
    }
}

package dev.pawl.config;

import dev.pawl.core.Parsed;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.SecretDecoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a source's secrets into keys. Names faults, never values. */
final class SecretsReader {

    private final @Nullable Scheme scheme;

    /** @param scheme null: wrong, so that nobody knows how to read a secret */
    SecretsReader(@Nullable Scheme scheme) {
        this.scheme = scheme;
    }

    List<Secret> read(ConfigNode node) {
        if (scheme != null && scheme.open()) {
            if (!node.isAbsent()) {
                node.mistake("is given, but nothing is verified with it", "remove it, or name an algorithm");
            }
            return List.of();
        }
        if (node.isAbsent()) {
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
        if (!any && node.mistakes().count() == before) {
            node.mistake("no secret left after empty entries were skipped", "is the variable set?");
        }
        return secrets;
    }

    /** One key for each way the recipes read a secret: a provider may be changing from one to another. */
    private List<Secret> keys(String name, ConfigNode node, String text) {
        SecretDecoder.Trimmed trimmed = SecretDecoder.trim(text);
        if (trimmed.changed()) {
            node.warn("has blanks or line ends around it, which are left out", null);
        }
        List<Secret> keys = new ArrayList<>();
        if (scheme != null) {
            for (KeyEncoding encoding : scheme.encodings()) {
                Parsed<byte[]> key = SecretDecoder.decode(encoding, trimmed.text());
                key.fold(bytes -> keys.add(new Secret(name, bytes)), problem -> {
                    node.mistake(problem, null);
                    return false;
                });
            }
        }
        return keys;
    }
}

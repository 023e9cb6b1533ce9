package dev.pawl.config;

import dev.pawl.core.interpret.Mode;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads whose events a source takes: {@code accounts} and {@code mode}. */
final class AcceptedReader {

    static final Set<String> MODES =
            Arrays.stream(Mode.Accepted.values()).map(Mode.Accepted::word).collect(Collectors.toUnmodifiableSet());

    private AcceptedReader() {}

    static Set<String> accounts(ConfigNode node, EventReader event) {
        Set<String> accounts = new LinkedHashSet<>(Items.texts(node.items()));
        if (!accounts.isEmpty() && event.account() == null) {
            node.mistake("names accounts, but the events' account is not mapped", "map event.account, or remove it");
        }
        return accounts;
    }

    /** Test events in production, or live ones in a test system, would otherwise go unnoticed. */
    static Mode.Accepted mode(ConfigNode node, EventReader event) {
        if (!event.mapsMode()) {
            if (!node.isAbsent()) {
                node.mistake("is given, but the events' mode is not mapped", "map event.mode, or remove it");
            }
            return Mode.Accepted.ANY;
        }
        return word(node);
    }

    /** Any where it is wrong, with the mistake noted. */
    static Mode.Accepted word(ConfigNode node) {
        String word = node.word(MODES);
        return Arrays.stream(Mode.Accepted.values())
                .filter(accepted -> accepted.word().equals(word))
                .findFirst()
                .orElse(Mode.Accepted.ANY);
    }
}

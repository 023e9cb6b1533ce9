package dev.pawl.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers everything wrong, in the order found, so that all of it is reported at once. */
final class Mistakes {

    private final Set<ConfigMistake> mistakes = new LinkedHashSet<>();
    private final Set<ConfigMistake> warnings = new LinkedHashSet<>();

    void add(String path, String message, @Nullable String hint) {
        mistakes.add(new ConfigMistake(path, message, hint));
    }

    /** Something that works as it is, but that somebody should look at. */
    void warn(String path, String message, @Nullable String hint) {
        warnings.add(new ConfigMistake(path, message, hint));
    }

    /** How many so far; a part of the configuration is usable when the count did not grow while it was read. */
    int count() {
        return mistakes.size();
    }

    List<ConfigMistake> all() {
        return new ArrayList<>(mistakes);
    }

    List<ConfigMistake> warnings() {
        return new ArrayList<>(warnings);
    }
}

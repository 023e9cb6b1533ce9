package dev.pawl.config;

import java.util.Set;

/**
 * What the file says, with {@code retired: true}, is taken away on purpose although rows may still use it.
 *
 * @param sources take nothing in any longer; what they received stays readable and can be replayed
 * @param machines operations in them become {@code undecided}
 * @param effects open ones are not sent
 */
public record Retired(Set<String> sources, Set<String> machines, Set<String> effects) {

    public static final Retired NOTHING = new Retired(Set.of(), Set.of(), Set.of());

    public Retired {
        sources = Set.copyOf(sources);
        machines = Set.copyOf(machines);
        effects = Set.copyOf(effects);
    }
}

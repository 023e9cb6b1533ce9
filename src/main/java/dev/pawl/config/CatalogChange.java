package dev.pawl.config;

import dev.pawl.core.Parsed;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.outbound.EffectRule;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a newer configuration takes away from the one in force, where that is not said to be on purpose. Stored rows decide
 * whether it matters.
 *
 * @param sources names that are gone
 * @param states by machine
 * @param effects names that are gone, or of another kind now
 * @param identities operation types, by source, whose key or account is read in another way
 */
public record CatalogChange(
        Set<String> sources,
        Map<String, Set<String>> states,
        Set<String> effects,
        Map<String, Set<String>> identities) {

    public static CatalogChange between(Catalog old, Catalog newer) {
        Set<String> sources = new TreeSet<>(old.sources().keySet());
        old.sources().values().forEach(source -> sources.addAll(source.formerly()));
        sources.removeIf(name -> newer.source(name) != null);
        Map<String, Set<String>> identities = new TreeMap<>();
        old.sources().forEach((name, source) -> {
            Source after = newer.source(name);
            if (after != null) {
                Set<String> types = otherIdentities(source, after);
                if (!types.isEmpty()) {
                    identities.put(name, types);
                }
            }
        });
        return new CatalogChange(sources, states(old, newer), effects(old, newer), identities);
    }

    private static Set<String> otherIdentities(Source before, Source after) {
        Set<String> types = new TreeSet<>();
        boolean moved = !before.scope().equals(after.scope()) || otherOwners(before, after);
        for (Source.OperationType type : before.operationTypes()) {
            boolean read = after.operationTypes().stream()
                    .anyMatch(other -> other.type().equals(type.type())
                            && !other.identity().equals(type.identity()));
            if (moved || read) {
                types.add(type.type());
            }
        }
        return types;
    }

    /** The account is part of an identity, and the mode may be part of the account. */
    private static boolean otherOwners(Source before, Source after) {
        return before.interpreter()
                .recipe()
                .then(old -> after.interpreter()
                        .recipe()
                        .then(newer -> Parsed.of(!SharedScopes.Modes.of(old).goesWith(SharedScopes.Modes.of(newer))
                                || !String.valueOf(old.account()).equals(String.valueOf(newer.account())))))
                .fold(other -> other, problem -> false);
    }

    private static Map<String, Set<String>> states(Catalog old, Catalog newer) {
        Map<String, Set<String>> gone = new TreeMap<>();
        old.machines().forEach((name, machine) -> {
            Set<String> states = new TreeSet<>(machine.states().keySet());
            Machine after = newer.machine(name);
            if (after != null) {
                states.removeAll(after.states().keySet());
            }
            if (!states.isEmpty() && !newer.retired().machines().contains(name)) {
                gone.put(name, states);
            }
        });
        return gone;
    }

    /** What an effect of one kind has written, one of another kind cannot read. */
    private static Set<String> effects(Catalog old, Catalog newer) {
        Set<String> kept = new HashSet<>();
        newer.effects().forEach(effect -> kept.add(kind(effect) + effect.name()));
        Set<String> gone = new TreeSet<>();
        for (EffectRule effect : old.effects()) {
            if (!kept.contains(kind(effect) + effect.name())) {
                gone.add(effect.name());
            }
        }
        gone.removeAll(newer.retired().effects());
        return gone;
    }

    private static String kind(EffectRule effect) {
        return effect.target().fold(http -> "http ", sql -> "sql ", kafka -> "kafka ");
    }

    public boolean takesNothingAway() {
        return sources.isEmpty() && states.isEmpty() && effects.isEmpty() && identities.isEmpty();
    }
}

package dev.pawl.core.interpret;

import java.util.List;

/**
 * The event types that one of {@code when} matches and none of {@code unless}. What is said of a family as a whole keeps its
 * words total: one that nobody has listed is of the family, and invalid.
 */
public record EventTypes(List<Glob> when, List<Glob> unless) {

    /** @throws IllegalArgumentException when nothing is matched */
    public EventTypes {
        when = List.copyOf(when);
        unless = List.copyOf(unless);
        if (when.isEmpty()) {
            throw new IllegalArgumentException("when must not be empty");
        }
    }

    public static EventTypes of(Glob... when) {
        return new EventTypes(List.of(when), List.of());
    }

    public boolean include(String eventType) {
        return matches(when, eventType) && !matches(unless, eventType);
    }

    private static boolean matches(List<Glob> globs, String eventType) {
        return globs.stream().anyMatch(glob -> glob.matches(eventType));
    }
}

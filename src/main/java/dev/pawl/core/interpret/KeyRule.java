package dev.pawl.core.interpret;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an event names its operation.
 *
 * @param at the first one of which everything is present is the identity; read with {@link Template#parseIdentity}
 * @param hash what is stored instead of the key; null: the key as it is
 */
public record KeyRule(List<Template> at, @Nullable KeyHash hash) {

    /** @throws IllegalArgumentException when there is no template */
    public KeyRule {
        at = List.copyOf(at);
        if (at.isEmpty()) {
            throw new IllegalArgumentException("key must not be empty");
        }
    }

    /** Kept as it is. */
    public static KeyRule plain(List<Template> at) {
        return new KeyRule(at, null);
    }

    /**
     * The key as the event gives it. Where some alternatives have several parts, a single reference is encoded like one of
     * these parts: otherwise the plain id {@code a:b} would be the operation {@code a} of {@code b}.
     */
    Found read(Event event) {
        boolean mixed = mixed();
        for (Template template : at) {
            Found found = event.read(template, Event.Kind.IDENTITY);
            String text = found.text();
            if (found.present()) {
                return mixed && template.isReference() && text != null ? Found.of(Template.encoded(text)) : found;
            }
        }
        return Found.ABSENT;
    }

    private boolean mixed() {
        return at.stream().anyMatch(template -> !template.isReference());
    }

    /**
     * Whether the two, each reading events of its own kind, can be about the same operations: no text is the key of one thing
     * here and of another there, and what is written alike is encoded alike. Says nothing about how keys are stored.
     */
    public boolean fits(KeyRule other) {
        if (!mixed() || !other.mixed()) {
            return mixed() == other.mixed();
        }
        return at.stream().noneMatch(mine -> other.at.stream().anyMatch(mine::couldBe));
    }

    /** What is stored of a key. */
    String stored(String key) {
        return hash == null ? key : hash.of(key);
    }
}

package dev.pawl.core.interpret;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How an event tells the state. */
public sealed interface StateRule {

    /** Every state it can give. */
    Collection<String> states();

    /**
     * A text of the event says it.
     *
     * @param at null: the event type
     * @param map state by text, exact; any other text is invalid, never a default
     */
    record Mapped(@Nullable Template at, Map<String, String> map) implements StateRule {
        public Mapped {
            map = Map.copyOf(map);
        }

        @Override
        public Collection<String> states() {
            return map.values();
        }
    }

    /** The operation type's events all mean the same state. */
    record Fixed(String state) implements StateRule {
        @Override
        public Collection<String> states() {
            return Set.of(state);
        }
    }
}

package dev.pawl.core.interpret;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.OperationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one operation type is read from events.
 *
 * @param when the types of the events that are about it
 * @param version null: the business time orders
 * @param fields what is kept on the operation, by name
 * @param changes names of fields whose change within a state is worth a transition
 */
public record OperationRecipe(
        String type,
        Machine machine,
        EventTypes when,
        KeyRule key,
        @Nullable Template reference,
        StateRule state,
        @Nullable Template version,
        InvariantRule invariant,
        Map<String, Template> fields,
        Set<String> changes) {

    /** @throws IllegalArgumentException when a state is not in the machine, a change is no field, or a part is empty */
    public OperationRecipe {
        fields = Map.copyOf(fields);
        changes = Set.copyOf(changes);
        String problem = OperationKey.problemWith(type, OperationKey.MAX_TYPE);
        if (problem != null) {
            throw new IllegalArgumentException("type is " + problem);
        }
        if (!fields.keySet().containsAll(changes)) {
            throw new IllegalArgumentException("changes names what is no field");
        }
        List<String> states = new ArrayList<>(state.states());
        states.addAll(invariant.from().keySet());
        for (String name : states) {
            if (!machine.knows(name)) {
                throw new IllegalArgumentException(machine.name() + " has no state " + name);
            }
        }
    }

    boolean isAbout(String eventType) {
        return when.include(eventType);
    }
}

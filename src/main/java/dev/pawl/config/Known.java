package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.outbound.EffectRule;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a condition may refer to.
 *
 * @param machines all usable ones, by name
 * @param machineNames all names in the file and the program, those of wrong machines included: one mistake is enough
 * @param mappings which machine and fields each source's operation types have
 * @param complete false where the operations of some source are not known, so that nothing can be said about types
 */
record Known(
        Map<String, Machine> machines,
        Set<String> machineNames,
        Collection<Mapping> mappings,
        Set<String> sources,
        boolean complete) {

    /** One operation type of one source. */
    record Mapping(String source, String scope, String type, String machine, Set<String> fields) {
        Mapping {
            fields = Set.copyOf(fields);
        }

        /** Whether operations of this type are the other source's as well: they belong to whichever spoke of them first. */
        boolean sharedWith(Mapping other) {
            return !source.equals(other.source) && scope.equals(other.scope) && type.equals(other.type);
        }
    }

    private Stream<Mapping> matching(@Nullable String source, @Nullable String type, @Nullable String machine) {
        return mappings.stream()
                .filter(mapping -> source == null || source.equals(mapping.source()))
                .filter(mapping -> type == null || type.equals(mapping.type()))
                .filter(mapping -> machine == null || machine.equals(mapping.machine()));
    }

    Set<String> types(@Nullable String source) {
        Set<String> types = new TreeSet<>();
        matching(source, null, null).forEach(mapping -> types.add(mapping.type()));
        return types;
    }

    Set<String> machinesOf(@Nullable String source, @Nullable String type) {
        Set<String> names = new TreeSet<>();
        matching(source, type, null).forEach(mapping -> names.add(mapping.machine()));
        return names;
    }

    /**
     * An operation type which operations of the source that fit have, and another source of its scope as well: the other
     * source's. Null where there is none.
     */
    @Nullable
    Mapping shared(String source, @Nullable String type, @Nullable String machine) {
        return matching(source, type, machine)
                .flatMap(own -> mappings.stream().filter(own::sharedWith))
                .findFirst()
                .orElse(null);
    }

    /** Fields operations that fit can have. */
    Set<String> fields(@Nullable String source, @Nullable String type, @Nullable String machine) {
        Set<String> fields = new TreeSet<>();
        matching(source, type, machine).forEach(mapping -> fields.addAll(mapping.fields()));
        return fields;
    }

    /** States operations that fit can be in. */
    Set<String> states(@Nullable String source, @Nullable String type, @Nullable String machine) {
        Set<String> states = new TreeSet<>();
        matching(source, type, machine).forEach(mapping -> {
            Machine found = machines.get(mapping.machine());
            if (found != null) {
                states.addAll(found.states().keySet());
            }
        });
        return states;
    }

    /** The usable machines of operations that a condition allows. */
    Set<Machine> machinesFor(EffectRule.When when) {
        Set<Machine> found = new LinkedHashSet<>();
        matching(when.source(), when.type(), when.machine()).forEach(mapping -> {
            Machine machine = machines.get(mapping.machine());
            if (machine != null) {
                found.add(machine);
            }
        });
        return found;
    }

    /** Whether every machine that matters was read without mistakes; otherwise states cannot be judged. */
    boolean judgeable(@Nullable String source, @Nullable String type, @Nullable String machine) {
        return complete && matching(source, type, machine).allMatch(mapping -> machines.containsKey(mapping.machine()));
    }
}

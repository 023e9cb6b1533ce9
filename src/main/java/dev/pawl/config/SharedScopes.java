package dev.pawl.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What sources of one scope have to agree on, since they share operations: an operation has one machine, it belongs to the
 * source that spoke of it first, and which that is nobody can know beforehand.
 */
final class SharedScopes {

    private final Map<String, SourceReader> readers;

    private SharedScopes(Map<String, SourceReader> readers) {
        this.readers = readers;
    }

    /** Notes what does not fit together. */
    static void check(Map<String, SourceReader> readers, Map<String, Source> usable) {
        SharedScopes scopes = new SharedScopes(readers);
        scopes.sameMachine();
        scopes.sameObserve();
        scopes.beginNothingAnewBesideCommands(usable);
    }

    private SourceReader reader(String source) {
        return Objects.requireNonNull(readers.get(source));
    }

    private void sameMachine() {
        Map<String, Known.Mapping> first = new HashMap<>();
        readers.forEach((name, reader) -> reader.mappings().forEach(mapping -> {
            Known.Mapping other = first.putIfAbsent(mapping.scope() + " " + mapping.type(), mapping);
            if (other != null && !other.machine().equals(mapping.machine())) {
                reader.machineOf(mapping.type())
                        .mistake(
                                "differs from that of the same operation type in source " + other.source()
                                        + ", which has the same scope",
                                "sources of one scope share operations: use machine " + other.machine()
                                        + " or another scope");
            }
        }));
    }

    /** Otherwise effects would be caused or not by the order in which events come. */
    private void sameObserve() {
        readers.forEach((name, reader) -> reader.mappings().stream()
                .filter(mapping -> reader.observe().flag(false))
                .flatMap(mapping -> readers.values().stream()
                        .flatMap(other -> other.mappings().stream())
                        .filter(mapping::sharedWith))
                .filter(other -> !reader(other.source()).observe().flag(false))
                .findFirst()
                .ifPresent(other -> reader.observe()
                        .mistake(
                                "is true, but source " + other.source() + " of the same scope has operations of type "
                                        + other.type() + " as well and does not observe: which of the two an operation"
                                        + " belongs to depends on which spoke of it first",
                                "observe in every source of the scope, or give this one another scope")));
    }

    private void beginNothingAnewBesideCommands(Map<String, Source> usable) {
        Set<String> commanded = usable.values().stream()
                .filter(source -> source.commands() != null)
                .map(Source::scope)
                .collect(Collectors.toSet());
        usable.values().stream()
                .filter(source -> source.commands() == null && commanded.contains(source.scope()))
                .forEach(source -> reader(source.name()).beginsNothingAnew(source.retention()));
    }
}

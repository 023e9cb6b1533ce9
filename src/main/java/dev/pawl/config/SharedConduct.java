package dev.pawl.config;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What sources of one scope have to do alike, since they share operations: an operation belongs to the source that spoke of
 * it first, and which that is nobody can know beforehand.
 */
final class SharedConduct {

    private final Map<String, SourceReader> readers;

    private SharedConduct(Map<String, SourceReader> readers) {
        this.readers = readers;
    }

    /** Notes what does not fit together. */
    static void check(Map<String, SourceReader> readers, Map<String, Source> usable) {
        SharedConduct sources = new SharedConduct(readers);
        sources.sameObserve();
        sources.beginNothingAnewBesideCommands(usable);
    }

    private SourceReader reader(String source) {
        return Objects.requireNonNull(readers.get(source));
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

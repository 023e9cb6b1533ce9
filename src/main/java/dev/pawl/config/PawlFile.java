package dev.pawl.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** What became of reading the configuration. */
public sealed interface PawlFile {

    <T> T fold(Function<Read, T> read, Function<Wrong, T> wrong);

    /** The files that were read, or tried. */
    Set<Path> files();

    /** @param warnings what works, but deserves a look */
    record Read(Catalog catalog, List<ConfigMistake> warnings, Set<Path> files) implements PawlFile {
        public Read {
            warnings = List.copyOf(warnings);
            files = Set.copyOf(files);
        }

        @Override
        public <T> T fold(Function<Read, T> read, Function<Wrong, T> wrong) {
            return read.apply(this);
        }
    }

    /** @param mistakes all of them, in the order of the file; never empty */
    record Wrong(List<ConfigMistake> mistakes, Set<Path> files) implements PawlFile {
        public Wrong {
            mistakes = List.copyOf(mistakes);
            files = Set.copyOf(files);
        }

        @Override
        public <T> T fold(Function<Read, T> read, Function<Wrong, T> wrong) {
            return wrong.apply(this);
        }
    }
}

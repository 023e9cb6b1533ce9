package dev.pawl.config;

import java.util.List;
import java.util.function.Function;

/** What became of reading the configuration. */
public sealed interface PawlFile {

    <T> T fold(Function<Read, T> read, Function<Wrong, T> wrong);

    /** @param warnings what works, but deserves a look */
    record Read(Catalog catalog, List<ConfigMistake> warnings) implements PawlFile {
        public Read {
            warnings = List.copyOf(warnings);
        }

        @Override
        public <T> T fold(Function<Read, T> read, Function<Wrong, T> wrong) {
            return read.apply(this);
        }
    }

    /** @param mistakes all of them, in the order of the file; never empty */
    record Wrong(List<ConfigMistake> mistakes) implements PawlFile {
        public Wrong {
            mistakes = List.copyOf(mistakes);
        }

        @Override
        public <T> T fold(Function<Read, T> read, Function<Wrong, T> wrong) {
            return wrong.apply(this);
        }
    }
}

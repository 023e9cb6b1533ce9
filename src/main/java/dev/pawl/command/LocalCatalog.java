package dev.pawl.command;

import dev.pawl.config.Catalog;
import dev.pawl.config.PawlFileReader;
import org.jspecify.annotations.Nullable;

/** The configuration on this machine, for commands that play somebody who sends. */
final class LocalCatalog {

    private LocalCatalog() {}

    /** Null where it is not valid; the mistakes are told. */
    static @Nullable Catalog read(Surroundings surroundings) {
        return PawlFileReader.read(surroundings.configuration(), surroundings::secret)
                .<@Nullable Catalog>fold(read -> read.catalog(), wrong -> {
                    wrong.mistakes().forEach(mistake -> surroundings.err().println(mistake.line()));
                    return null;
                });
    }
}

package dev.pawl.support;

import dev.pawl.config.Catalog;
import dev.pawl.config.PawlFile;
import dev.pawl.config.PawlFileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a {@code pawl.yaml} without mistakes configures. */
public final class Catalogs {

    private Catalogs() {}

    public static Catalog of(String yaml) {
        try {
            Path file = Files.createTempFile("pawl", ".yaml");
            try {
                return PawlFileReader.read(Files.writeString(file, yaml), name -> null)
                        .fold(PawlFile.Read::catalog, wrong -> {
                            throw new AssertionError(wrong.mistakes());
                        });
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

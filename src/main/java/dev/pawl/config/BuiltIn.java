package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files that come with the program. A folder cannot be listed in a native image, so each has an {@code index.txt} that
 * names its files, one a line.
 */
final class BuiltIn {

    private BuiltIn() {}

    static List<String> names(String folder) {
        return text(folder + "/index.txt")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** @throws IllegalStateException when it is missing or no YAML: a packaging fault, not the user's */
    static JsonNode yaml(String folder, String name) {
        Mistakes mistakes = new Mistakes();
        String file = folder + "/" + name + ".yaml";
        @Nullable JsonNode tree = YamlTree.parse(text(file), file, mistakes);
        if (tree == null || mistakes.count() > 0) {
            throw new IllegalStateException(file + " is broken: " + mistakes.all());
        }
        return tree;
    }

    private static String text(String file) {
        try (InputStream in = BuiltIn.class.getResourceAsStream("/" + file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from the package");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}

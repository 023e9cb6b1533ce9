package dev.pawl.config;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/** {@code pawl.yaml} and the files it names: reads them as a whole, and again when one of them has changed. Thread-safe. */
@Singleton
public final class ConfigurationFiles {

    private final Path file;
    private final @Nullable String publicUrl;
    private final Map<Path, String> seen = new HashMap<>();

    public ConfigurationFiles(
            @ConfigProperty(name = "pawl.config", defaultValue = "pawl.yaml") String file,
            @ConfigProperty(name = "pawl.public-url") Optional<String> publicUrl) {
        this.file = Path.of(file);
        this.publicUrl = publicUrl.orElse(null);
    }

    Path file() {
        return file;
    }

    synchronized PawlFile read() {
        // Looked at before reading: what changes in between is read once more, never missed.
        Map<Path, String> before = new HashMap<>();
        seen.keySet().forEach(path -> before.put(path, state(path)));
        before.put(file, state(file));
        PawlFile read = PawlFileReader.read(file, this::variable);
        seen.clear();
        read.files().forEach(path -> seen.put(path, before.computeIfAbsent(path, ConfigurationFiles::state)));
        return read;
    }

    /** What the files say now; empty while none of them has changed. */
    public synchronized Optional<PawlFile> readIfChanged() {
        boolean same =
                seen.entrySet().stream().allMatch(known -> known.getValue().equals(state(known.getKey())));
        return same ? Optional.empty() : Optional.of(read());
    }

    /** The address is a setting of the process, however it is given; the file may refer to variables only. */
    private @Nullable String variable(String name) {
        return name.equals(RecipeContext.PUBLIC_URL) ? publicUrl : System.getenv(name);
    }

    /** Changes with the file. Follows links, as which orchestrators mount secrets. */
    private static String state(Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
        } catch (IOException e) {
            return "not readable";
        }
    }
}

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
    private final @Nullable String key;
    private final @Nullable String publicUrl;
    private final @Nullable String trustedProxies;
    private final Map<Path, String> seen = new HashMap<>();

    public ConfigurationFiles(
            @ConfigProperty(name = "pawl.config", defaultValue = "pawl.yaml") String file,
            @ConfigProperty(name = "pawl.key") Optional<String> key,
            @ConfigProperty(name = "pawl.public-url") Optional<String> publicUrl,
            @ConfigProperty(name = TrustedProxies.PROPERTY) Optional<String> trustedProxies) {
        this.file = Path.of(file);
        this.key = key.orElse(null);
        this.publicUrl = publicUrl.orElse(null);
        this.trustedProxies = trustedProxies.orElse(null);
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

    /** These may also be given as ordinary settings of the process, or as files. */
    private @Nullable String variable(String name) {
        return switch (name) {
            case PawlKey.VARIABLE -> key;
            case RecipeContext.PUBLIC_URL -> publicUrl;
            case TrustedProxies.VARIABLE -> trustedProxies;
            default -> System.getenv(name);
        };
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

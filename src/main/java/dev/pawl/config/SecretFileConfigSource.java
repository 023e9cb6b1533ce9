package dev.pawl.config;

import io.smallrye.config.EnvConfigSource;
import java.util.Map;

/**
 * Gives the secrets of {@link SecretFiles} as if they were variables of the environment, under all the spellings those have,
 * and before them.
 */
public final class SecretFileConfigSource extends EnvConfigSource {

    private static final long serialVersionUID = 1L;

    /** For {@code META-INF/services}. */
    public SecretFileConfigSource() {
        this(System.getenv());
    }

    SecretFileConfigSource(Map<String, String> environment) {
        super(readable(SecretFiles.of(environment)), ORDINAL + 1);
    }

    @Override
    public String getName() {
        return "SecretFileConfigSource";
    }

    /** A secret that is not there must stop the start: without it the service would come up with another or with none. */
    private static Map<String, String> readable(SecretFiles files) {
        if (!files.mistakes().isEmpty()) {
            throw new IllegalStateException(String.join("; ", files.mistakes()));
        }
        return files.values();
    }
}

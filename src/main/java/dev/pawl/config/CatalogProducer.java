package dev.pawl.config;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Reads the configuration once, at the start. A wrong one ends the process: every mistake is logged, nothing else happens. */
@Singleton
public final class CatalogProducer {

    private static final Logger LOG = Logger.getLogger(CatalogProducer.class);

    private final Path file;
    private final Catalog catalog;

    public CatalogProducer(
            @ConfigProperty(name = "pawl.config", defaultValue = "pawl.yaml") String file,
            @ConfigProperty(name = "pawl.key") Optional<String> key,
            @ConfigProperty(name = "pawl.public-url") Optional<String> publicUrl) {
        this.file = Path.of(file);
        this.catalog = PawlFileReader.read(this.file, name -> variable(name, key, publicUrl))
                .fold(
                        read -> {
                            read.warnings().forEach(warning -> LOG.warnf("Configuration: %s", warning.line()));
                            return read.catalog();
                        },
                        wrong -> {
                            wrong.mistakes()
                                    .forEach(mistake -> LOG.errorf("Configuration mistake: %s", mistake.line()));
                            throw new ConfigurationException(this.file + " is not valid (mistakes: "
                                    + wrong.mistakes().size() + "); the service does not start");
                        });
    }

    /** These two may also be given as ordinary settings of the process, or as files. */
    private static @Nullable String variable(String name, Optional<String> key, Optional<String> publicUrl) {
        return switch (name) {
            case PawlKey.VARIABLE -> key.orElse(null);
            case RecipeContext.PUBLIC_URL -> publicUrl.orElse(null);
            default -> System.getenv(name);
        };
    }

    @Produces
    @Singleton
    Catalog catalog() {
        return catalog;
    }

    /** Before anything else starts, the scheduler too (priority 0): with a wrong configuration no job may run even once. */
    void onStart(@Observes @Priority(-1000) StartupEvent event) {
        LOG.infof(
                "Configuration read: file=%s sources=%d hash=%s",
                file, catalog.sources().size(), catalog.hash());
    }
}

package dev.pawl.config;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The configuration in force. Read at the start, where a wrong one ends the process: every mistake is logged, nothing else
 * happens. Later a better one may take its place, so ask again for each piece of work. Thread-safe.
 */
@Singleton
public final class Configuration {

    private static final Logger LOG = Logger.getLogger(Configuration.class);

    private final AtomicReference<InForce> inForce;

    /** @param error why the file as it is now is not in force */
    private record InForce(Catalog catalog, @Nullable String error) {}

    /** @throws ConfigurationException when the file is not valid */
    @Inject
    public Configuration(ConfigurationFiles files) {
        this(valid(files));
    }

    /** Of a catalog that comes from elsewhere. */
    public Configuration(Catalog catalog) {
        this.inForce = new AtomicReference<>(new InForce(catalog, null));
    }

    private static Catalog valid(ConfigurationFiles files) {
        return files.read()
                .fold(
                        read -> {
                            read.warnings().forEach(warning -> LOG.warnf("Configuration: %s", warning.line()));
                            return read.catalog();
                        },
                        wrong -> {
                            wrong.mistakes()
                                    .forEach(mistake -> LOG.errorf("Configuration mistake: %s", mistake.line()));
                            throw new ConfigurationException(files.file() + " is not valid (mistakes: "
                                    + wrong.mistakes().size() + "); the service does not start");
                        });
    }

    private InForce now() {
        return Objects.requireNonNull(inForce.get());
    }

    public Catalog current() {
        return now().catalog();
    }

    /** Why the file as it is now is not in force; null: it is. */
    public @Nullable String error() {
        return now().error();
    }

    public void replace(Catalog catalog) {
        inForce.set(new InForce(catalog, null));
    }

    /** @param why for people: what is wrong with the newer one */
    public void keep(String why) {
        inForce.updateAndGet(now -> new InForce(now.catalog(), why));
    }

    /** Before anything else starts, the scheduler too (priority 0): with a wrong configuration no job may run even once. */
    void onStart(@Observes @Priority(-1000) StartupEvent event, @ConfigProperty(name = "pawl.config") Path file) {
        LOG.infof(
                "Configuration read: file=%s sources=%d hash=%s",
                file, current().sources().size(), current().hash());
    }
}

package dev.pawl.dev;

import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Entry point of {@code ./mvnw quarkus:dev}: provides what a machine without PostgreSQL and without a {@code pawl.yaml}
 * lacks, then serves. It runs again at every live reload, in the same process: what it provides is kept as system
 * properties, so that a reload finds its database and its token as they were.
 */
@IfBuildProfile("dev")
@QuarkusMain(name = "dev")
public final class DevMain {

    private static final String PROVIDED = "pawl.dev.provided";

    DevMain() {}

    public static void main(String... args) throws IOException {
        if (System.getProperty(PROVIDED) == null) {
            provide(new DevFolder(Path.of(".pawl").toAbsolutePath()));
            System.setProperty(PROVIDED, "true");
        }
        Quarkus.run(args);
    }

    private static void provide(DevFolder folder) throws IOException {
        if (!given("PAWL_DB_URL")) {
            int port = DevDatabase.start(folder);
            give("PAWL_DB_URL", "postgresql://127.0.0.1:" + port + "/postgres");
            give("PAWL_DB_USER", "postgres");
            give("PAWL_DB_PASSWORD", "postgres");
        }
        if (!given("PAWL_ADMIN_TOKEN")) {
            give("PAWL_ADMIN_TOKEN", folder.adminToken());
        }
        boolean demo = !given("PAWL_CONFIG") && !Files.exists(Path.of("pawl.yaml"));
        if (demo) {
            give("PAWL_CONFIG", folder.demoConfiguration().toString());
        }
        Thread guide = new Thread(new Guide(demo), "dev-guide");
        guide.setDaemon(true);
        guide.start();
    }

    private static boolean given(String variable) {
        return System.getenv(variable) != null
                || System.getenv(variable + "_FILE") != null
                || System.getProperty(variable) != null
                || System.getProperty(propertyOf(variable)) != null;
    }

    /** Under both spellings, as a variable of the environment can be asked for by both. */
    private static void give(String variable, String value) {
        System.setProperty(variable, value);
        System.setProperty(propertyOf(variable), value);
    }

    private static String propertyOf(String variable) {
        return variable.toLowerCase(Locale.ROOT).replace('_', '.');
    }
}

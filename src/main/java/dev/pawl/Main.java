package dev.pawl;

import dev.pawl.command.CommandLine;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The executable's entry point. Development has its own, {@code dev.pawl.dev.DevMain}. */
@QuarkusMain
public final class Main {

    Main() {}

    public static void main(String... arguments) {
        OptionalInt exit = CommandLine.run(List.of(arguments), environment(), System.out, System.err);
        if (exit.isPresent()) {
            System.exit(exit.getAsInt());
        }
        Quarkus.run();
    }

    /** {@code -Dpawl.config=…} counts before the variable, as everywhere. */
    private static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        String configuration = System.getProperty("pawl.config");
        if (configuration != null) {
            environment.put("PAWL_CONFIG", configuration);
        }
        return environment;
    }
}

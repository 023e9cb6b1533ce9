package dev.pawl.command;

import dev.pawl.config.SecretFiles;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command sees of its process.
 *
 * @param environment variables, those given as {@code …_FILE} included
 * @param mistakes files of secrets that cannot be read, one line each
 */
record Surroundings(Map<String, String> environment, List<String> mistakes, PrintStream out, PrintStream err) {

    private static final int HIGHEST_PORT = 65_535;
    private static final int DIGITS = 5;

    static Surroundings of(Map<String, String> environment, PrintStream out, PrintStream err) {
        SecretFiles secrets = SecretFiles.of(environment);
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(secrets.values());
        return new Surroundings(Map.copyOf(all), secrets.mistakes(), out, err);
    }

    @Nullable
    String variable(String name) {
        return environment.get(name);
    }

    Path configuration() {
        String property = System.getProperty("pawl.config");
        return Path.of(property != null ? property : environment.getOrDefault("PAWL_CONFIG", "pawl.yaml"));
    }

    /** The variable's value, or {@code otherwise} where it is no port: the service itself says what is wrong with it. */
    int port(String name, int otherwise) {
        String text = environment.getOrDefault(name, "");
        boolean number =
                !text.isEmpty() && text.length() <= DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return number && Integer.parseInt(text) <= HIGHEST_PORT ? Integer.parseInt(text) : otherwise;
    }

    /** Never the values: there are secrets among them. */
    @Override
    public String toString() {
        return "Surroundings" + environment.keySet();
    }
}

package dev.pawl.command;

import dev.pawl.config.SecretFiles;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command sees of its process.
 *
 * @param environment variables, as they are
 * @param secrets those given as {@code …_FILE}
 */
record Surroundings(Map<String, String> environment, SecretFiles secrets, PrintStream out, PrintStream err) {

    private static final int HIGHEST_PORT = 65_535;
    private static final int DIGITS = 5;

    static Surroundings of(Map<String, String> environment, PrintStream out, PrintStream err) {
        return new Surroundings(environment, SecretFiles.of(environment), out, err);
    }

    @Nullable
    String variable(String name) {
        return environment.get(name);
    }

    @Nullable
    String secret(String name) {
        String ofFile = secrets.values().get(name);
        return ofFile != null ? ofFile : environment.get(name);
    }

    /** What the admin API may be read with; null: nothing is given. */
    @Nullable
    String readersToken() {
        String viewer = secret("PAWL_VIEWER_TOKEN");
        return viewer != null ? viewer : secret("PAWL_ADMIN_TOKEN");
    }

    /** Files of secrets that cannot be read, one line each. */
    List<String> mistakes() {
        return secrets.mistakes();
    }

    Path configuration() {
        return Path.of(environment.getOrDefault("PAWL_CONFIG", "pawl.yaml"));
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

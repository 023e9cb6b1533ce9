package dev.pawl.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Secrets given as files: for every variable {@code PAWL_X_FILE} the value of {@code PAWL_X}, one trailing newline dropped.
 *
 * @param values by the name without {@code _FILE}
 * @param mistakes one line for each file that cannot be read; never its content
 */
public record SecretFiles(Map<String, String> values, List<String> mistakes) {

    private static final String PREFIX = "PAWL_";
    private static final String SUFFIX = "_FILE";

    public SecretFiles {
        values = Map.copyOf(values);
        mistakes = List.copyOf(mistakes);
    }

    /** Reads all there are; an unreadable one is a mistake, not an exception. */
    public static SecretFiles of(Map<String, String> environment) {
        Map<String, String> values = new TreeMap<>();
        List<String> mistakes = new ArrayList<>();
        environment.forEach((variable, file) -> {
            if (isSecretFile(variable)) {
                try {
                    values.put(
                            variable.substring(0, variable.length() - SUFFIX.length()),
                            withoutNewline(Files.readString(Path.of(file))));
                } catch (IOException | InvalidPathException e) {
                    mistakes.add(variable + ": " + file + " cannot be read as text");
                }
            }
        });
        return new SecretFiles(values, mistakes);
    }

    private static boolean isSecretFile(String variable) {
        return variable.startsWith(PREFIX)
                && variable.endsWith(SUFFIX)
                && variable.length() > PREFIX.length() + SUFFIX.length() - 1;
    }

    private static String withoutNewline(String text) {
        if (text.endsWith("\r\n")) {
            return text.substring(0, text.length() - 2);
        }
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    @Override
    public String toString() {
        return "SecretFiles" + values.keySet();
    }
}

package dev.pawl.config;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code pawl check}: says whether the configuration is valid, without starting anything. */
public final class CheckCommand {

    private static final int VALID = 0;
    private static final int INVALID = 1;

    private CheckCommand() {}

    /**
     * Warnings and mistakes go to {@code err}, one a line.
     *
     * @return the exit code: 0 valid, 1 not
     */
    public static int run(Path file, Function<String, @Nullable String> environment, PrintStream out, PrintStream err) {
        return PawlFileReader.read(file, environment)
                .fold(
                        read -> {
                            read.warnings().forEach(warning -> err.println("warning: " + warning.line()));
                            out.println(file + " is valid: " + summary(read.catalog()));
                            return VALID;
                        },
                        wrong -> {
                            err.println(file + " is not valid: "
                                    + count(wrong.mistakes().size(), "mistake"));
                            wrong.mistakes().forEach(mistake -> err.println(mistake.line()));
                            return INVALID;
                        });
    }

    private static String summary(Catalog catalog) {
        int types = catalog.sources().values().stream()
                .mapToInt(source -> source.operationTypes().size())
                .sum();
        return count(catalog.sources().size(), "source") + ", " + count(types, "operation type") + ", "
                + count(catalog.effects().size(), "effect") + ", configuration " + catalog.hash();
    }

    private static String count(int n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }
}

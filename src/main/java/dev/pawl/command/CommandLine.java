package dev.pawl.command;

import dev.pawl.config.CheckCommand;
import dev.pawl.config.PawlFileReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The executable's arguments: a subcommand, or none to serve. */
public final class CommandLine {

    private static final int WRONG_USAGE = 2;
    private static final List<String> JSON = List.of("--json");
    private static final String USAGE = """
            pawl                  serve
            pawl check [file]     is the configuration valid? (PAWL_CONFIG, default pawl.yaml)
            pawl drill --source s [--yes]
                                  sent twice, at once, cut off, contradicting, late: is each effect caused once?
                                  (PAWL_VIEWER_TOKEN)
            pawl health           is the service on this machine ready? (QUARKUS_MANAGEMENT_PORT, default 9000)
            pawl import <file | -> [--source s] [--effects off] [--reason text]
                                  takes history in, one JSON object a line (PAWL_ADMIN_TOKEN)
            pawl send --source s  is the sample event of that source verified and understood? (PAWL_ADMIN_TOKEN)
            pawl status [--json]  what does it say about itself? (QUARKUS_HTTP_PORT, default 8080; PAWL_VIEWER_TOKEN)""";

    private CommandLine() {}

    /**
     * Runs what the arguments ask for.
     *
     * @return the process's exit code; empty: it shall serve, and what it needs for that is valid
     */
    public static OptionalInt run(
            List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
        Surroundings surroundings = Surroundings.of(environment, out, err);
        return arguments.isEmpty() ? serve(surroundings) : OptionalInt.of(subcommand(arguments, surroundings));
    }

    private static int subcommand(List<String> arguments, Surroundings surroundings) {
        List<String> rest = arguments.subList(1, arguments.size());
        return switch (arguments.get(0)) {
            case "check" -> rest.size() > 1 ? wrongUsage(surroundings) : check(rest, surroundings);
            case "drill" ->
                DrillCommand.Options.of(rest)
                        .map(options -> DrillCommand.run(options, surroundings))
                        .orElseGet(() -> wrongUsage(surroundings));
            case "health" -> rest.isEmpty() ? HealthCommand.run(surroundings) : wrongUsage(surroundings);
            case "import" ->
                ImportOptions.of(rest)
                        .map(options -> ImportCommand.run(options, surroundings))
                        .orElseGet(() -> wrongUsage(surroundings));
            case "send" ->
                rest.size() == 2 && rest.get(0).equals("--source")
                        ? SendCommand.run(rest.get(1), surroundings)
                        : wrongUsage(surroundings);
            case "status" ->
                JSON.equals(rest) || rest.isEmpty()
                        ? StatusCommand.run(JSON.equals(rest), surroundings)
                        : wrongUsage(surroundings);
            case "help", "--help", "-h" -> {
                surroundings.out().println(USAGE);
                yield 0;
            }
            default -> wrongUsage(surroundings);
        };
    }

    private static int wrongUsage(Surroundings surroundings) {
        surroundings.err().println(USAGE);
        return WRONG_USAGE;
    }

    private static int check(List<String> arguments, Surroundings surroundings) {
        Path file = arguments.isEmpty() ? surroundings.configuration() : Path.of(arguments.get(0));
        surroundings.mistakes().forEach(surroundings.err()::println);
        int code = CheckCommand.run(file, surroundings::variable, surroundings.out(), surroundings.err());
        return surroundings.mistakes().isEmpty() ? code : 1;
    }

    /** Before anything is started, so that a mistake is told at once and without the noise of a start that failed. */
    private static OptionalInt serve(Surroundings surroundings) {
        surroundings.mistakes().forEach(surroundings.err()::println);
        Path file = surroundings.configuration();
        boolean valid = PawlFileReader.read(file, surroundings::variable).fold(read -> true, wrong -> {
            surroundings.err().println(file + " is not valid, Pawl does not start:");
            wrong.mistakes().forEach(mistake -> surroundings.err().println(mistake.line()));
            return false;
        });
        return valid && surroundings.mistakes().isEmpty() ? OptionalInt.empty() : OptionalInt.of(1);
    }
}

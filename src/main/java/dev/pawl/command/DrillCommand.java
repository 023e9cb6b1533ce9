package dev.pawl.command;

import dev.pawl.command.DrillReads.Unreadable;
import dev.pawl.config.Catalog;
import dev.pawl.config.Commands;
import dev.pawl.config.Source;
import dev.pawl.core.Parsed;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * {@code pawl drill --source s [--yes]}: sends real, signed requests to the service on this machine, twice, at once, cut off,
 * contradicting and late, and reads from its admin API what became of them. Their operations are made for the drill, under
 * keys nobody has used.
 */
final class DrillCommand {

    private static final int DEFAULT_PORT = 8080;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int NAME_LENGTH = 12;

    private final Options options;
    private final Surroundings surroundings;

    /** @param sure whether operations and effects that are real may be caused */
    record Options(String source, boolean sure) {

        /** Empty when the arguments are not understood. */
        static Optional<Options> of(List<String> arguments) {
            List<String> rest = new ArrayList<>(arguments);
            boolean sure = rest.remove("--yes");
            return rest.size() == 2 && rest.get(0).equals("--source")
                    ? Optional.of(new Options(rest.get(1), sure))
                    : Optional.empty();
        }
    }

    private DrillCommand(Options options, Surroundings surroundings) {
        this.options = options;
        this.surroundings = surroundings;
    }

    /** @return 0 nothing failed, 1 something did or nothing could be played */
    static int run(Options options, Surroundings surroundings) {
        return new DrillCommand(options, surroundings).run();
    }

    private int run() {
        Catalog catalog = LocalCatalog.read(surroundings);
        if (catalog == null) {
            return 1;
        }
        Source source = catalog.source(options.source());
        if (source == null) {
            return failed("there is no source " + options.source());
        }
        if (!source.observe() && !options.sure()) {
            return failed(
                    "source " + source.name()
                            + " causes effects, and a drill's operations are as real as any: they stay,"
                            + " and what the source's effects do is done for them. Say --yes if that is wanted, or set observe: true");
        }
        Instant now = Instant.now();
        return subjects(source, now).fold(subjects -> played(subjects, now), this::failed);
    }

    private int failed(String why) {
        surroundings.err().println(why);
        return 1;
    }

    private static Parsed<List<DrillSubject>> subjects(Source source, Instant now) {
        Commands commands = source.commands();
        if (commands == null) {
            return WebhookSubject.of(source, now).then(subject -> Parsed.of(List.of(subject)));
        }
        List<DrillSubject> subjects = new ArrayList<>();
        new TreeMap<>(commands.recipe().types())
                .forEach((name, type) -> subjects.add(new CommandSubject(source, commands, type)));
        return Parsed.of(subjects);
    }

    private int played(List<DrillSubject> subjects, Instant now) {
        int port = surroundings.port("QUARKUS_HTTP_PORT", DEFAULT_PORT);
        String run = UUID.randomUUID().toString().replace("-", "").substring(0, NAME_LENGTH);
        DrillReads reads = new DrillReads(port, surroundings.readersToken(), TIMEOUT);
        boolean right = true;
        try {
            for (DrillSubject subject : subjects) {
                right &= new Drill(subject, new DrillWire(port, TIMEOUT), reads, surroundings.out(), run, now).run();
            }
            surroundings.out().println("drill " + run + ": its operations stay");
            return right ? 0 : 1;
        } catch (Unreadable e) {
            return failed(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return failed("no answer on port " + port + " (" + e.getMessage() + ")");
        }
    }
}

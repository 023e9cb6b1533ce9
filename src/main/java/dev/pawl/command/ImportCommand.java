package dev.pawl.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.command.LineChunks.Chunk;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * {@code pawl import}: hands the lines of a file to the service on this machine, chunk by chunk. A chunk that found the
 * service busy is sent again under the same idempotency key; a whole import may be run again, what is there already comes
 * to {@code duplicate}.
 */
final class ImportCommand {

    private static final int DEFAULT_PORT = 8080;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int TRIES = 10;
    private static final int OK = 200;
    private static final int SHOWN = 50;

    private final ImportOptions options;
    private final Surroundings surroundings;
    private final Duration pause;
    private final ObjectMapper json = new ObjectMapper();
    private final String run = UUID.randomUUID().toString();
    private final Map<String, Long> verdicts = new TreeMap<>();
    private final List<String> invalid = new ArrayList<>();
    private long lines;
    private long invalidLines;

    /** What ends an import early; its message says why. */
    private static final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;

        Stopped(String why) {
            super(why);
        }
    }

    ImportCommand(ImportOptions options, Surroundings surroundings, Duration pause) {
        this.options = options;
        this.surroundings = surroundings;
        this.pause = pause;
    }

    /** @return 0 every line was understood, 1 not */
    static int run(ImportOptions options, Surroundings surroundings) {
        return new ImportCommand(options, surroundings, Duration.ofSeconds(1)).run();
    }

    int run() {
        try (InputStream in = new BufferedInputStream(
                options.file().equals("-") ? System.in : Files.newInputStream(Path.of(options.file())))) {
            return send(new LineChunks(in));
        } catch (IOException e) {
            surroundings.err().println("cannot read " + options.file() + " (" + e.getMessage() + ")");
            return 1;
        }
    }

    private int send(LineChunks chunks) throws IOException {
        for (Chunk chunk = chunks.read(); chunk != null; chunk = chunks.read()) {
            try {
                for (int line : chunk.tooLong) {
                    invalid(line, "too long");
                    lines++;
                }
                told(answered(chunk));
            } catch (Stopped e) {
                summary();
                surroundings
                        .err()
                        .println("stopped before line " + chunk.first + ": " + e.getMessage()
                                + "\nrun it again: lines that are in already count as duplicate");
                return 1;
            }
        }
        summary();
        return invalidLines == 0 ? 0 : 1;
    }

    private String answered(Chunk chunk) throws Stopped {
        String last = "";
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            try {
                LocalHttp.Answer answer = LocalHttp.post(
                        port(),
                        path(chunk),
                        surroundings.secret("PAWL_ADMIN_TOKEN"),
                        Map.of("Content-Type", "application/x-ndjson", "Idempotency-Key", run + "-" + chunk.first),
                        chunk.bytes,
                        TIMEOUT);
                if (answer.status() == OK) {
                    return answer.body();
                }
                last = refusal(answer);
            } catch (IOException e) {
                last = "no answer on port " + port() + " (" + e.getMessage() + ")";
            }
            pause(attempt);
        }
        throw new Stopped(last);
    }

    private void pause(int attempt) throws Stopped {
        try {
            Thread.sleep(pause.toMillis() * Math.min(attempt, TRIES / 2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stopped("interrupted");
        }
    }

    /** What may pass if it is tried again; anything else ends the import. */
    private static String refusal(LocalHttp.Answer answer) throws Stopped {
        return switch (answer.status()) {
            case 409, 503 -> "the service is busy: " + answer.body();
            case 401, 403 -> throw new Stopped("not allowed: set PAWL_ADMIN_TOKEN (or …_FILE) to the service's token");
            default -> throw new Stopped("the service answered " + answer.status() + ": " + answer.body());
        };
    }

    private String path(Chunk chunk) {
        String source = options.source();
        return "/admin/import?line=" + chunk.first
                + "&effects=" + (options.effectsOff() ? "off" : "on")
                + "&reason=" + encoded(options.reason())
                + (source == null ? "" : "&source=" + encoded(source));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private int port() {
        return surroundings.port("QUARKUS_HTTP_PORT", DEFAULT_PORT);
    }

    private void told(String body) throws Stopped {
        try {
            JsonNode answer = json.readTree(body);
            lines += answer.path("lines").asLong();
            answer.path("verdicts")
                    .properties()
                    .forEach(verdict ->
                            verdicts.merge(verdict.getKey(), verdict.getValue().asLong(), Long::sum));
            answer.path("invalid")
                    .forEach(line ->
                            invalid(line.path("line").asInt(), line.path("why").asText()));
        } catch (JsonProcessingException e) {
            throw new Stopped("what answers on port " + port() + " is not Pawl");
        }
    }

    private void invalid(int line, String why) {
        invalidLines++;
        if (invalid.size() < SHOWN) {
            invalid.add("line " + line + ": " + why);
        }
    }

    private void summary() {
        surroundings.out().println("%-16s %d".formatted("lines", lines));
        verdicts.forEach((verdict, count) -> surroundings.out().println("%-16s %d".formatted(verdict, count)));
        if (invalidLines > 0) {
            surroundings.out().println("%-16s %d".formatted("invalid lines", invalidLines));
            invalid.forEach(surroundings.out()::println);
        }
        if (invalidLines > SHOWN) {
            surroundings.out().println("and " + (invalidLines - SHOWN) + " more");
        }
    }
}

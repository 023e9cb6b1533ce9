package dev.pawl.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;

/** {@code pawl status [--json]}: what {@code GET /admin/status} of the service on this machine says. */
final class StatusCommand {

    private static final int DEFAULT_PORT = 8080;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    private StatusCommand() {}

    /** @return 0 printed, 1 no answer or not allowed */
    static int run(boolean json, Surroundings surroundings) {
        int port = surroundings.port("QUARKUS_HTTP_PORT", DEFAULT_PORT);
        try {
            LocalHttp.Answer answer = LocalHttp.get(port, "/admin/status", surroundings.readersToken(), TIMEOUT);
            if (answer.status() != OK) {
                surroundings.mistakes().forEach(surroundings.err()::println);
                surroundings.err().println(refusal(answer.status()));
                return 1;
            }
            surroundings.out().println(json ? answer.body() : text(answer.body()));
            return 0;
        } catch (JsonProcessingException e) {
            surroundings.err().println("what answers on port " + port + " is not Pawl");
            return 1;
        } catch (IOException e) {
            surroundings.err().println("no answer on port " + port + " (" + e.getMessage() + ")");
            return 1;
        }
    }

    private static String refusal(int status) {
        return status == UNAUTHORIZED
                ? "not allowed: set PAWL_VIEWER_TOKEN or PAWL_ADMIN_TOKEN (or …_FILE) to the service's token"
                : "the service answered " + status;
    }

    private static String text(String body) throws JsonProcessingException {
        return StatusText.of(new ObjectMapper().readTree(body));
    }
}

package dev.pawl.command;

import java.io.IOException;
import java.time.Duration;

/** {@code pawl health}: is the service on this machine ready? For a container's health check. */
final class HealthCommand {

    private static final int DEFAULT_PORT = 9000;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int READY = 200;

    private HealthCommand() {}

    /** @return 0 ready, 1 not */
    static int run(Surroundings surroundings) {
        int port = surroundings.port("QUARKUS_MANAGEMENT_PORT", DEFAULT_PORT);
        try {
            LocalHttp.Answer answer = LocalHttp.get(port, "/q/health/ready", null, TIMEOUT);
            boolean ready = answer.status() == READY;
            (ready ? surroundings.out() : surroundings.err()).println(answer.body());
            return ready ? 0 : 1;
        } catch (IOException e) {
            surroundings.err().println("not ready: no answer on port " + port + " (" + e.getMessage() + ")");
            return 1;
        }
    }
}

package dev.pawl.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.core.operation.OperationKey;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the admin API of the service on this machine says became of an operation. */
final class DrillReads {

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    private final int port;
    private final @Nullable String token;
    private final Duration timeout;
    private final ObjectMapper json = new ObjectMapper();

    DrillReads(int port, @Nullable String token, Duration timeout) {
        this.port = port;
        this.token = token;
        this.timeout = timeout;
    }

    /** What ends a drill; its message says why. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String why) {
            super(why);
        }
    }

    /**
     * What became of it.
     *
     * @param verdicts of its events, in order of arrival
     * @param moves those that events caused; what effects and schedules add later is not theirs
     * @param effects of these moves
     * @param twice names of effects of which there is more than one for these moves
     * @param renewed whether one of them was a command that had failed and that its caller had run again
     */
    record Became(String state, List<String> verdicts, int moves, int effects, Set<String> twice, boolean renewed) {}

    /** Null while nothing is known of it. */
    @Nullable
    Became of(OperationKey key) throws Unreadable {
        JsonNode found = read("/admin/operations?scope=" + encoded(key.scope()) + "&type=" + encoded(key.type())
                        + "&key=" + encoded(key.key()) + "&limit=500")
                .path("items");
        for (JsonNode item : found) {
            if (item.path("account").asText().equals(key.account())) {
                return became(read("/admin/operations/" + item.path("id").asText()));
            }
        }
        return null;
    }

    private static Became became(JsonNode shown) {
        List<String> verdicts = new ArrayList<>();
        boolean renewed = false;
        for (JsonNode event : shown.path("events")) {
            verdicts.add(event.path("verdict").asText());
            renewed |= event.path("reason").asText().equals("renewed");
        }
        Set<Integer> moves = new HashSet<>();
        shown.path("transitions").forEach(transition -> {
            if (transition.path("kind").asText().equals("move")
                    && transition.path("cause").asText().equals("delivery")) {
                moves.add(transition.path("seq").asInt());
            }
        });
        Set<String> names = new HashSet<>();
        Set<String> twice = new HashSet<>();
        int effects = 0;
        for (JsonNode effect : shown.path("effects")) {
            if (moves.contains(effect.path("seq").asInt())) {
                effects++;
                String name = effect.path("name").asText();
                if (!names.add(name)) {
                    twice.add(name);
                }
            }
        }
        return new Became(shown.path("state").asText(), verdicts, moves.size(), effects, twice, renewed);
    }

    private JsonNode read(String path) throws Unreadable {
        try {
            LocalHttp.Answer answer = LocalHttp.get(port, path, token, timeout);
            if (answer.status() != OK) {
                throw new Unreadable(
                        answer.status() == UNAUTHORIZED
                                ? "not allowed: set PAWL_VIEWER_TOKEN or PAWL_ADMIN_TOKEN (or …_FILE) to the service's token"
                                : "the service answered " + answer.status());
            }
            return json.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new Unreadable("what answers on port " + port + " is not Pawl");
        } catch (IOException e) {
            throw new Unreadable("no answer on port " + port + " (" + e.getMessage() + ")");
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

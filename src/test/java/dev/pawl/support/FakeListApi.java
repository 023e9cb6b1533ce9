package dev.pawl.support;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A provider's API that lists what it has sent: keeps what it was asked and answers as told, by the first path segment. */
public final class FakeListApi extends FakeServer {

    /** What is answered. */
    public record Answer(int status, Map<String, String> headers, String body) {

        public static Answer json(String body) {
            return new Answer(200, Map.of("Content-Type", "application/json"), body);
        }

        public static Answer status(int status) {
            return new Answer(status, Map.of(), "");
        }

        public Answer with(String header, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(header, value);
            return new Answer(status, more, body);
        }
    }

    private final Map<String, Function<Request, Answer>> scripts = new ConcurrentHashMap<>();

    /** @param port 0: any that is free */
    public FakeListApi(int port) {
        super(port);
        start();
    }

    /** From now on, this is answered below {@code /<name>}. */
    public void answer(String name, Function<Request, Answer> script) {
        scripts.put(name, script);
    }

    /** What was asked below {@code /<name>} so far. */
    public List<Request> asked(String name) {
        return requests().stream()
                .filter(request -> request.path().startsWith("/" + name + "/"))
                .toList();
    }

    @Override
    void answer(Request request, HttpExchange exchange) throws IOException {
        Answer answer = scripts.getOrDefault(request.path().split("/", -1)[1], any -> Answer.status(404))
                .apply(request);
        try (exchange) {
            reply(exchange, answer.status(), answer.headers(), answer.body());
        }
    }
}

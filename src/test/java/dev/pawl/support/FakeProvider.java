package dev.pawl.support;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** A provider's status API: keeps what it was asked and answers as told. */
public final class FakeProvider extends FakeServer {

    /**
     * What is answered.
     *
     * @param status 0: the connection is closed instead
     * @param delay before the first byte
     */
    public record Answer(int status, Map<String, String> headers, String body, Duration delay) {

        public static Answer state(String state) {
            return json("{\"status\":\"" + state + "\"}");
        }

        public static Answer json(String body) {
            return new Answer(200, Map.of(), body, Duration.ZERO);
        }

        public static Answer status(int status) {
            return new Answer(status, Map.of(), "{}", Duration.ZERO);
        }

        /** No answer at all. */
        public static Answer reset() {
            return status(0);
        }

        public Answer with(String header, String value) {
            return new Answer(status, Map.of(header, value), body, delay);
        }

        public Answer after(Duration pause) {
            return new Answer(status, headers, body, pause);
        }
    }

    private final AtomicReference<Function<Request, Answer>> script =
            new AtomicReference<>(question -> Answer.status(404));

    public FakeProvider() {
        super(0);
        start();
    }

    /** From now on, this is answered. */
    public FakeProvider answer(Function<Request, Answer> next) {
        script.set(next);
        return this;
    }

    /** All questions so far, in order of arrival. */
    public List<Request> asked() {
        return requests();
    }

    /** Questions in each second since the first one. */
    public Map<Long, Integer> perSecond() {
        Map<Long, Integer> seconds = new HashMap<>();
        List<Request> all = asked();
        all.forEach(one ->
                seconds.merge(Duration.ofNanos(one.nanos() - all.get(0).nanos()).toSeconds(), 1, Integer::sum));
        return seconds;
    }

    @Override
    void answer(Request question, HttpExchange exchange) throws IOException {
        Answer answer = Objects.requireNonNull(script.get()).apply(question);
        try (exchange) {
            if (pause(answer.delay()) && answer.status() != 0) {
                reply(exchange, answer.status(), answer.headers(), answer.body());
            }
        }
    }
}

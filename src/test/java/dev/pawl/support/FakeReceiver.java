package dev.pawl.support;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Takes effects over HTTP, keeps what it got and answers as told. */
public final class FakeReceiver extends FakeServer {

    /**
     * What is answered.
     *
     * @param delay before the first byte of the answer
     * @param body in bytes, all of them the same
     * @param bodyDelay between the headers and the body
     */
    public record Answer(int status, Map<String, String> headers, Duration delay, int body, Duration bodyDelay) {

        public static Answer status(int status) {
            return new Answer(status, Map.of(), Duration.ZERO, 0, Duration.ZERO);
        }

        public Answer with(String header, String value) {
            return new Answer(status, Map.of(header, value), delay, body, bodyDelay);
        }

        public Answer after(Duration pause) {
            return new Answer(status, headers, pause, body, bodyDelay);
        }

        /** Headers at once, the body after a while. */
        public Answer withBody(int bytes, Duration pause) {
            return new Answer(status, headers, delay, bytes, pause);
        }
    }

    private final AtomicReference<Function<Request, Answer>> script =
            new AtomicReference<>(request -> Answer.status(204));

    private final AtomicInteger answered = new AtomicInteger();

    public FakeReceiver() {
        this(0);
    }

    /** @param port 0: any that is free */
    public FakeReceiver(int port) {
        super(port);
        start();
    }

    /** From now on, this is answered. */
    public FakeReceiver answer(Function<Request, Answer> next) {
        script.set(next);
        return this;
    }

    /** All requests so far, in order of arrival. */
    public List<Request> received() {
        return requests();
    }

    /** How many answers have been sent, up to their last byte. */
    public int answered() {
        return answered.get();
    }

    /** As new: nothing received, and 204 is answered. */
    public void forget() {
        forgetRequests();
        answer(request -> Answer.status(204));
    }

    @Override
    void answer(Request request, HttpExchange exchange) throws IOException {
        Answer answer = Objects.requireNonNull(script.get()).apply(request);
        if (pause(answer.delay())) {
            reply(exchange, answer);
            answered.incrementAndGet();
        }
    }

    private void reply(HttpExchange exchange, Answer answer) throws IOException {
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        exchange.sendResponseHeaders(answer.status(), answer.body() == 0 ? -1 : answer.body());
        if (pause(answer.bodyDelay())) {
            exchange.getResponseBody().write(new byte[answer.body()]);
        }
        exchange.close();
    }
}

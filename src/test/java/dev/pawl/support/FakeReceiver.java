package dev.pawl.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Takes effects over HTTP, keeps what it got and answers as told. */
public final class FakeReceiver implements AutoCloseable {

    /**
     * A request as it arrived.
     *
     * @param headers by lower-case name
     * @param nanos of {@link System#nanoTime} at arrival
     */
    public record Received(String method, String path, Map<String, String> headers, String body, long nanos) {

        public String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

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

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final AtomicReference<Function<Received, Answer>> script =
            new AtomicReference<>(request -> Answer.status(204));

    public FakeReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    public URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** From now on, this is answered. */
    public FakeReceiver answer(Function<Received, Answer> next) {
        script.set(next);
        return this;
    }

    /** All requests so far, in order of arrival. */
    public List<Received> received() {
        return List.copyOf(received);
    }

    /** As new: nothing received, and 204 is answered. */
    public void forget() {
        received.clear();
        answer(request -> Answer.status(204));
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Received request = new Received(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body, System.nanoTime());
        received.add(request);
        Answer answer = Objects.requireNonNull(script.get()).apply(request);
        if (pause(answer.delay())) {
            reply(exchange, answer);
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

    /** Whether the receiver is still there afterwards. */
    private boolean pause(Duration duration) {
        try {
            return duration.isZero() || !closed.await(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

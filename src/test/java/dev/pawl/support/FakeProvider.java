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
import java.util.HashMap;
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

/** A provider's status API: keeps what it was asked and answers as told. */
public final class FakeProvider implements AutoCloseable {

    /**
     * A question as it arrived.
     *
     * @param path raw, with the query
     * @param headers by lower-case name
     * @param nanos of {@link System#nanoTime} at arrival
     */
    public record Asked(String method, String path, Map<String, String> headers, String body, long nanos) {

        /** What comes after the last slash. */
        public String key() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

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

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final AtomicReference<Function<Asked, Answer>> script =
            new AtomicReference<>(question -> Answer.status(404));

    public FakeProvider() {
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
    public FakeProvider answer(Function<Asked, Answer> next) {
        script.set(next);
        return this;
    }

    /** All questions so far, in order of arrival. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /** Questions in each second since the first one. */
    public Map<Long, Integer> perSecond() {
        Map<Long, Integer> seconds = new HashMap<>();
        List<Asked> all = asked();
        all.forEach(one ->
                seconds.merge(Duration.ofNanos(one.nanos() - all.get(0).nanos()).toSeconds(), 1, Integer::sum));
        return seconds;
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
        Asked question = new Asked(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body, System.nanoTime());
        asked.add(question);
        Answer answer = Objects.requireNonNull(script.get()).apply(question);
        try (exchange) {
            if (pause(answer.delay()) && answer.status() != 0) {
                byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
                answer.headers().forEach(exchange.getResponseHeaders()::add);
                exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    /** Whether the provider is still there afterwards. */
    private boolean pause(Duration duration) {
        try {
            return duration.isZero() || !closed.await(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

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

/** Somebody else's server on the loopback interface: keeps what it got. What it answers is up to its kind. */
public abstract class FakeServer implements AutoCloseable {

    /**
     * A request as it arrived.
     *
     * @param target raw path and query
     * @param headers by lower-case name
     * @param nanos of {@link System#nanoTime} at arrival
     */
    public record Request(String method, String target, Map<String, String> headers, String body, long nanos) {

        public String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** Decoded, without the query. */
        public String path() {
            return URI.create(target).getPath();
        }

        /** Decoded; empty: none. */
        public String query() {
            return Objects.requireNonNullElse(URI.create(target).getQuery(), "");
        }

        /** What comes after the last slash, raw. */
        public String key() {
            return target.substring(target.lastIndexOf('/') + 1);
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /** @param port 0: any that is free */
    FakeServer(int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
    }

    /** Once whatever answers is there. */
    final void start() {
        server.createContext("/", this::handle);
        server.start();
    }

    public final URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** All requests so far, in order of arrival. */
    final List<Request> requests() {
        return List.copyOf(requests);
    }

    final void forgetRequests() {
        requests.clear();
    }

    @Override
    public final void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    /** Answers and closes, or only closes. */
    abstract void answer(Request request, HttpExchange exchange) throws IOException;

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Request request = new Request(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body, System.nanoTime());
        requests.add(request);
        answer(request, exchange);
    }

    /** The whole of an answer whose body is text. */
    static void reply(HttpExchange exchange, int status, Map<String, String> headers, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        headers.forEach(exchange.getResponseHeaders()::add);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Whether the server is still there afterwards. */
    final boolean pause(Duration duration) {
        try {
            return duration.isZero() || !closed.await(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

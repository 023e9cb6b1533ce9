package dev.pawl.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A provider's API that lists what it has sent: keeps what it was asked and answers as told, by the first path segment. */
public final class FakeListApi implements AutoCloseable {

    /**
     * A request as it arrived.
     *
     * @param query decoded; empty: none
     * @param headers by lower-case name
     */
    public record Asked(String method, String path, String query, Map<String, String> headers, String body) {}

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

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final Map<String, Function<Asked, Answer>> scripts = new ConcurrentHashMap<>();

    /** @param port 0: any that is free */
    public FakeListApi(int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** From now on, this is answered below {@code /<name>}. */
    public void answer(String name, Function<Asked, Answer> script) {
        scripts.put(name, script);
    }

    /** What was asked below {@code /<name>} so far. */
    public List<Asked> asked(String name) {
        return asked.stream()
                .filter(request -> request.path().startsWith("/" + name + "/"))
                .toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        String path = exchange.getRequestURI().getPath();
        String query = exchange.getRequestURI().getQuery();
        Asked request = new Asked(
                exchange.getRequestMethod(),
                path,
                query == null ? "" : query,
                headers,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        asked.add(request);
        Answer answer = scripts.getOrDefault(path.split("/", -1)[1], any -> Answer.status(404))
                .apply(request);
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }
}

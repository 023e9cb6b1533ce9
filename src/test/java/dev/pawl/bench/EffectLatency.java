package dev.pawl.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Takes effects and tells how long each was under way: from the start of the transaction that wrote it, which its payload
 * carries by the database's clock, to its arrival. That is more than the time from COMMIT on.
 *
 * <p>{@code java -cp target/test-classes dev.pawl.bench.EffectLatency PORT}; {@code GET /report?rate=…} prints and begins anew.
 */
public final class EffectLatency {

    private static final String MARK = "\"timestamp\":\"";

    private final List<Long> micros = Collections.synchronizedList(new ArrayList<>());

    private EffectLatency() {}

    public static void main(String[] args) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        HttpServer server = HttpServer.create(address, 256);
        ExecutorService threads = Executors.newFixedThreadPool(16);
        server.setExecutor(threads);
        EffectLatency latency = new EffectLatency();
        server.createContext("/", latency::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        Instant arrived = Instant.now();
        if (exchange.getRequestMethod().equals("GET")) {
            byte[] report = report(exchange.getRequestURI().getQuery()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, report.length);
            exchange.getResponseBody().write(report);
        } else {
            micros.add(Duration.between(written(exchange), arrived).toNanos() / 1_000);
            exchange.sendResponseHeaders(204, -1);
        }
        exchange.close();
    }

    private static Instant written(HttpExchange exchange) {
        try {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int from = body.indexOf(MARK) + MARK.length();
            return Instant.parse(body.substring(from, body.indexOf('"', from)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String report(String about) {
        List<Long> sorted;
        synchronized (micros) {
            sorted = new ArrayList<>(micros);
            micros.clear();
        }
        Collections.sort(sorted);
        return sorted.isEmpty()
                ? about + " effects=0\n"
                : String.format(
                        Locale.ROOT,
                        "%s effects=%d p50_ms=%.1f p99_ms=%.1f max_ms=%.1f%n",
                        about,
                        sorted.size(),
                        percentile(sorted, 0.50),
                        percentile(sorted, 0.99),
                        percentile(sorted, 1));
    }

    private static double percentile(List<Long> sorted, double share) {
        return sorted.get((int) Math.min((double) sorted.size() - 1, Math.ceil(share * (double) sorted.size()))) / 1e3;
    }
}

package dev.pawl.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Takes effects and notes when each arrived. {@code java -cp target/test-classes dev.pawl.bench.EffectLatency PORT};
 * {@code GET /} gives a line {@code <webhook-id>,<time>} for each and begins anew.
 */
public final class EffectLatency {

    private final Queue<String> arrivals = new ConcurrentLinkedQueue<>();

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
            StringBuilder lines = new StringBuilder();
            for (String line = arrivals.poll(); line != null; line = arrivals.poll()) {
                lines.append(line);
            }
            byte[] report = lines.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, report.length);
            exchange.getResponseBody().write(report);
        } else {
            arrivals.add(exchange.getRequestHeaders().getFirst("webhook-id") + ',' + arrived + '\n');
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
        }
        exchange.close();
    }
}

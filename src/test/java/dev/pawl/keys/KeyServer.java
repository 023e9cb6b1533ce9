package dev.pawl.keys;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** A provider's key server over TLS, on this machine: answers as told and keeps what it was asked. */
public final class KeyServer implements AutoCloseable {

    /** A request as it arrived; {@code host} is the header. */
    public record Asked(String method, String host, String target, String contentType, String body) {}

    /**
     * What is answered.
     *
     * @param endless whether the body is repeated until the other side has had enough
     * @param held whether nothing comes before the server is closed
     */
    public record Reply(int status, Map<String, String> headers, String body, boolean endless, boolean held) {

        public static Reply ok(String body) {
            return new Reply(200, Map.of(), body, false, false);
        }

        public static Reply status(int status) {
            return new Reply(status, Map.of(), "", false, false);
        }

        static Reply redirect(String location) {
            return new Reply(302, Map.of("Location", location), "", false, false);
        }

        static Reply endless(String part) {
            return new Reply(200, Map.of(), part, true, false);
        }

        static Reply never() {
            return new Reply(200, Map.of(), "", false, true);
        }
    }

    private final ServerCertificate certificate;
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicReference<Function<Asked, Reply>> script = new AtomicReference<>(request -> Reply.status(404));

    public KeyServer(String... hosts) {
        certificate = ServerCertificate.of(hosts);
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setHttpsConfigurator(new HttpsConfigurator(certificate.serverContext()));
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    TrustOptions trust() {
        return certificate.trusted();
    }

    String certificate() {
        return certificate.pem();
    }

    public KeyServer answer(Function<Asked, Reply> next) {
        script.set(next);
        return this;
    }

    public KeyServer answer(Reply reply) {
        return answer(request -> reply);
    }

    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /** Bytes of bodies that went out. */
    long sent() {
        return sent.get();
    }

    public void forget() {
        asked.clear();
        sent.set(0);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Asked request = new Asked(
                exchange.getRequestMethod(),
                String.valueOf(exchange.getRequestHeaders().getFirst("Host")),
                exchange.getRequestURI().toString(),
                String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        asked.add(request);
        Reply reply = Objects.requireNonNull(script.get()).apply(request);
        if (reply.held()) {
            untilClosed();
            return;
        }
        byte[] part = reply.body().getBytes(StandardCharsets.UTF_8);
        reply.headers().forEach(exchange.getResponseHeaders()::add);
        exchange.sendResponseHeaders(reply.status(), reply.endless() ? 0 : part.length == 0 ? -1 : part.length);
        try (exchange;
                OutputStream body = exchange.getResponseBody()) {
            do {
                body.write(part);
                sent.addAndGet(part.length);
            } while (reply.endless());
        }
    }

    private void untilClosed() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.pawl.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Senders that take what is not theirs: memory, connections, time. */
class BodyReaderTest {

    private static final int LIMIT = 1000;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Vertx vertx = Vertx.vertx();
    private final BlockingQueue<UniEmitter<? super String>> atWork = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** Answers with the body, or with what became of it. */
    private int server(Duration patience, long room) {
        return server(
                new BodyReader(vertx, patience, room), body -> Uni.createFrom().item(new String(body, ISO_8859_1)));
    }

    private int server(BodyReader reader, Function<byte[], Uni<String>> work) {
        HttpServer server = vertx.createHttpServer().requestHandler(http -> {
            http.pause();
            reader.read(http, LIMIT, work)
                    .subscribe()
                    .with(
                            text -> answer(http, 200, text),
                            failure -> answer(
                                    http,
                                    ((NotRead) failure).response().getStatus(),
                                    String.valueOf(failure.getMessage())));
        });
        return server.listen(0, "localhost")
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .actualPort();
    }

    private static void answer(HttpServerRequest http, int status, String text) {
        http.response().setStatusCode(status).end(text);
    }

    private static Socket sender(int port, String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        return socket;
    }

    private static String head(int length) {
        return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n";
    }

    /** Of a sender that wants the connection closed in any case. */
    private static String lastHead(int length) {
        return head(length).replace("Host: x\r\n", "Host: x\r\nConnection: close\r\n");
    }

    /** Up to the end of the connection, which is thereby shown to have one. */
    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }

    /** Up to the answer's last byte, which is known. */
    private static String answer(Socket socket, String last) throws IOException {
        StringBuilder read = new StringBuilder();
        while (!read.toString().endsWith(last)) {
            int next = socket.getInputStream().read();
            assertThat(next).as("after: %s", read).isNotNegative();
            read.append((char) next);
        }
        return read.toString();
    }

    @Test
    void aBodyThatStopsInTheMiddleIsAnsweredAndItsConnectionClosed() throws IOException {
        int port = server(Duration.ofMillis(50), 1 << 20);
        try (Socket socket = sender(port, head(10) + "abc")) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 408 ").endsWith("too-slow");
        }
    }

    @Test
    void aBodyThatTricklesForEverIsNotReadForEver() throws IOException {
        int port = server(Duration.ofMillis(200), 1 << 20);
        try (Socket socket = sender(port, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")) {
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> isRefusedAfter(socket));
        }
    }

    private static boolean isRefusedAfter(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write("1\r\na\r\n".getBytes(ISO_8859_1));
            return false;
        } catch (SocketException closed) {
            return true;
        }
    }

    @Test
    void whatIsTooLargeIsAnsweredAtItsEndAndNotServedAnyLonger() throws IOException {
        int port = server(LONG, 1 << 20);
        try (Socket socket = sender(port, head(LIMIT + 1) + "x".repeat(LIMIT + 1))) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 413 ").endsWith("too-large");
        }
    }

    @Test
    void whatIsTooLargeAndNeverEndsIsAnsweredAllTheSame() throws IOException {
        int port = server(Duration.ofMillis(200), 1 << 20);
        try (Socket socket = sender(port, head(10 * LIMIT) + "x".repeat(2 * LIMIT))) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 413 ").endsWith("too-large");
        }
    }

    /** Behind a proxy all requests come over one connection. */
    @Test
    void overHttp2OnlyTheStreamOfWhoeverSendsTooMuchEnds() throws Exception {
        int port = server(LONG, 1 << 20);
        HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                .setDefaultHost("localhost")
                .setDefaultPort(port)
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setHttp2MaxPoolSize(1));
        HttpClientRequest neighbour = opened(client);
        neighbour.setChunked(true).write("abc");
        Future<String> answer = neighbour
                .response()
                .flatMap(response -> response.body().map(body -> response.statusCode() + " " + body));
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        neighbour.connection().closeHandler(end -> closed.complete(true));

        HttpClientRequest greedy = opened(client);
        assertThat(greedy.connection()).isSameAs(neighbour.connection());
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        greedy.exceptionHandler(ended::complete);
        greedy.response().onSuccess(response -> response.exceptionHandler(ended::complete));
        greedy.setChunked(true);
        Buffer chunk = Buffer.buffer(new byte[64 << 10]);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    if (!ended.isDone() && !greedy.writeQueueFull()) {
                        greedy.write(chunk).onFailure(ended::complete);
                    }
                    return ended.isDone();
                });

        assertThat(got(greedy.response()).statusCode()).isEqualTo(413);
        assertThat(closed).isNotDone();
        neighbour.end("def");
        assertThat(got(answer)).isEqualTo("200 abcdef");
    }

    private static HttpClientRequest opened(HttpClient client) throws Exception {
        return got(client.request(HttpMethod.POST, "/"));
    }

    private static <T> T got(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void allBodiesTogetherHaveTheirRoomUntilTheirWorkHasEnded() throws IOException, InterruptedException {
        int port = server(
                new BodyReader(vertx, LONG, 150), body -> Uni.createFrom().<String>emitter(atWork::add));
        try (Socket first = sender(port, head(100) + "x".repeat(100))) {
            UniEmitter<? super String> work = atWork.poll(20, TimeUnit.SECONDS);
            try (Socket second = sender(port, head(100) + "x".repeat(100))) {
                assertThat(answer(second)).startsWith("HTTP/1.1 503 ").endsWith("no-room");
            }

            assertThat(work).isNotNull();
            work.complete("done");
            assertThat(answer(first, "done")).startsWith("HTTP/1.1 200 ");
        }
        try (Socket third = sender(port, head(100) + "x".repeat(100))) {
            UniEmitter<? super String> work = atWork.poll(20, TimeUnit.SECONDS);
            assertThat(work).isNotNull();
            work.complete("done");
            assertThat(answer(third, "done")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void whoeverGoesAwayLeavesItsRoom() throws IOException {
        int port = server(LONG, 150);
        try (Socket gone = sender(port, head(101) + "x".repeat(100))) {
            assertThat(gone.isConnected()).isTrue();
            await().untilAsserted(() -> {
                try (Socket other = sender(port, lastHead(100) + "x".repeat(100))) {
                    assertThat(answer(other)).startsWith("HTTP/1.1 503 ");
                }
            });
        }
        await().untilAsserted(() -> {
            try (Socket other = sender(port, lastHead(100) + "x".repeat(100))) {
                assertThat(answer(other)).startsWith("HTTP/1.1 200 ");
            }
        });
    }
}

package dev.pawl.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.lookup.Question;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Providers that never end. */
@QuarkusTest
@TestProfile(BackfillProfile.class)
class ListClientTest {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    @Inject
    Vertx vertx;

    private ListClient client(Duration timeout) {
        return new ListClient(vertx, InstantSource.system(), timeout);
    }

    private static void ask(ListClient client, String url) {
        client.ask("p", new Question("GET", url, Map.of(), null)).await().atMost(Duration.ofSeconds(20));
    }

    @Test
    void whoeverSendsAByteNowAndThenIsHungUpOn() throws IOException {
        try (Dripping provider = new Dripping("Content-Length: 1000000\r\n\r\n", new byte[] {'['})) {
            assertThatThrownBy(() -> ask(client(Duration.ofMillis(500)), provider.url()))
                    .isInstanceOf(NoList.class)
                    .hasMessage("no answer within 500 ms");

            await().untilAsserted(() -> assertThat(provider.hungUp).hasValue(1));
        }
    }

    @Test
    void whoeverSendsNothingIsHungUpOn() throws IOException {
        try (Dripping provider = new Dripping("", new byte[0])) {
            assertThatThrownBy(() -> ask(client(Duration.ofMillis(200)), provider.url()))
                    .isInstanceOf(NoList.class)
                    .hasMessage("no answer within 200 ms");
        }
    }

    @Test
    void whoeverSendsTooMuchIsHungUpOn() throws IOException {
        try (Dripping provider = new Dripping("Transfer-Encoding: chunked\r\n\r\n", chunk())) {
            assertThatThrownBy(() -> ask(client(Duration.ofSeconds(15)), provider.url()))
                    .isInstanceOf(NoList.class)
                    .hasMessage("an answer of more than " + ListClient.LONGEST_ANSWER + " bytes");

            await().untilAsserted(() -> assertThat(provider.hungUp).hasValue(1));
        }
    }

    private static byte[] chunk() {
        int length = 1 << 20;
        return (Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Answers with a head, and then goes on with the same piece until somebody hangs up. */
    private static final class Dripping implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final CountDownLatch closed = new CountDownLatch(1);
        final AtomicInteger hungUp = new AtomicInteger();

        Dripping(String head, byte[] piece) throws IOException {
            Thread thread = new Thread(() -> answer(head, piece));
            thread.setDaemon(true);
            thread.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getLocalPort() + "/list";
        }

        private void answer(String head, byte[] piece) {
            try (Socket socket = server.accept()) {
                requestHead(socket.getInputStream());
                OutputStream out = socket.getOutputStream();
                if (!head.isEmpty()) {
                    out.write((HEAD + head).getBytes(StandardCharsets.US_ASCII));
                }
                while (!closed.await(5, TimeUnit.MILLISECONDS)) {
                    out.write(piece);
                    out.flush();
                }
            } catch (IOException e) {
                hungUp.incrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Until the request is there: an answer to none would be another fault. */
        private static void requestHead(InputStream in) throws IOException {
            StringBuilder read = new StringBuilder();
            while (read.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new EOFException();
                }
                read.append((char) next);
            }
        }

        @Override
        public void close() throws IOException {
            closed.countDown();
            server.close();
        }
    }
}

package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.core.outbound.Trace;
import dev.pawl.dispatch.EffectSink.Attempt;
import dev.pawl.dispatch.EffectSink.Delivered;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Rejected;
import dev.pawl.dispatch.EffectSink.Retry;
import dev.pawl.support.LoggedLines;
import dev.pawl.support.Parallel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A receiver that answers at the very end of the time, goes away in the middle of an answer, or says more than it should. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AbruptReceiverTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String BODY = "{\"type\":\"payment.succeeded\"}";
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n";
    private static final String DONE = "HTTP/1.1 204 No Content\r\n\r\n";
    private static final String NO = "HTTP/1.1 422 Unprocessable\r\nContent-Length: 2\r\n\r\nno";

    private final Vertx vertx = Vertx.vertx();
    private final HttpEffectSink sink = new HttpEffectSink(vertx);
    private final LoggedLines faults = LoggedLines.faults();
    private volatile Script script = (head, socket) -> {};
    private ServerSocket entrance;

    /** What happens once a request is read. */
    private interface Script {

        /** @param head by lower-case name */
        void play(Map<String, String> head, Socket socket) throws IOException;
    }

    @BeforeAll
    void open() throws IOException {
        entrance = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        daemon(this::accept);
        // Whatever is made once, before there are many threads.
        script = (head, socket) -> say(socket, DONE);
        assertThat(send(1, PATIENCE)).isEqualTo(new Delivered());
    }

    @AfterEach
    void nothingWentWrongInside() {
        assertThat(faults.all()).isEmpty();
    }

    @AfterAll
    void close() throws IOException {
        faults.close();
        sink.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        entrance.close();
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket socket = entrance.accept();
                daemon(() -> serve(socket));
            } catch (IOException closed) {
                // The test is over, or somebody has gone before being let in: the loop looks again.
                Thread.onSpinWait();
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            Map<String, String> head = head(in);
            while (!head.isEmpty() && !socket.isClosed()) {
                in.skip(Long.parseLong(Objects.requireNonNull(head.get("content-length"))));
                script.play(head, socket);
                head = socket.isClosed() ? Map.of() : head(in);
            }
        } catch (IOException gone) {
            // Whoever gives up closes its connection; the next one comes with another.
            Thread.onSpinWait();
        }
    }

    /** Empty: there is no further request. */
    private static Map<String, String> head(BufferedReader in) throws IOException {
        Map<String, String> head = new TreeMap<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            String[] parts = line.split(": ", 2);
            head.put(parts[0].toLowerCase(java.util.Locale.ROOT), parts.length == 2 ? parts[1] : "");
        }
        return head;
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "receiver");
        thread.setDaemon(true);
        thread.start();
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private Outcome send(int number, Duration timeout) {
        HttpTarget target = new HttpTarget(
                URI.create("http://127.0.0.1:" + entrance.getLocalPort() + "/hooks"),
                new SigningKey("0123456789abcdef".getBytes(StandardCharsets.UTF_8)),
                timeout,
                Set.of(422));
        return sink.send(
                        target,
                        new Attempt(
                                Repeat.Always.KEYED,
                                "id_1_succeeded_shop",
                                new UUID(1, 1),
                                Buffer.buffer(BODY),
                                number,
                                Trace.NONE,
                                false))
                .await()
                .atMost(PATIENCE.multipliedBy(2));
    }

    private static boolean mayHaveIt(Outcome outcome) {
        return outcome instanceof Retry retry && retry.mayHaveIt() && retry.attempted();
    }

    /** It is done or not known, never somebody else's answer; and whoever comes next has a connection. */
    @Test
    void anAnswerAtTheVeryEndOfTheTimeIsTakenForWhatItIsOrNotAtAll() {
        Duration timeout = Duration.ofMillis(20);
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger certainlyNot = new AtomicInteger();
        script = (head, socket) -> {
            arrived.incrementAndGet();
            int number = Integer.parseInt(Objects.requireNonNull(head.get("pawl-attempt")));
            LockSupport.parkNanos(timeout.toNanos() - 2_000_000L + number * 100_000L);
            say(socket, number % 2 == 0 ? DONE : NO);
        };

        List<Boolean> right = Parallel.map(8, caller -> {
            for (int number = 0; number < 40; number++) {
                Outcome outcome = send(number, timeout);
                Outcome said = number % 2 == 0 ? new Delivered() : new Rejected("status 422");
                assertThat(outcome).matches(it -> it.equals(said) || it instanceof Retry, number + " is " + said);
                if (outcome instanceof Retry retry && !retry.mayHaveIt()) {
                    certainlyNot.incrementAndGet();
                }
            }
            return true;
        });

        assertThat(right).containsOnly(true);
        assertThat(arrived.get())
                .as("none of which certainly nothing was sent")
                .isLessThanOrEqualTo(8 * 40 - certainlyNot.get());
        script = (head, socket) -> say(socket, DONE);
        assertThat(Parallel.map(2 * HttpEffectSink.PER_DESTINATION, n -> send(n, PATIENCE)))
                .containsOnly(new Delivered());
    }

    @Test
    void aStatusCountsThoughItsBodyIsCutOff() {
        script = (head, socket) -> {
            say(socket, HEAD + "\r\nhalf");
            socket.close();
        };
        assertThat(send(1, PATIENCE)).isEqualTo(new Delivered());

        script = (head, socket) -> {
            say(socket, "HTTP/1.1 422 No\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe");
            socket.close();
        };
        assertThat(send(1, PATIENCE)).isEqualTo(new Rejected("status 422"));
    }

    @Test
    void aBodyInPiecesAfterItsHeadIsReadToItsEnd() {
        script = (head, socket) -> {
            say(socket, HEAD + "\r\n");
            say(socket, "01234");
            say(socket, "56789");
        };
        assertThat(Parallel.map(8, n -> send(n, PATIENCE))).containsOnly(new Delivered());
    }

    @Test
    void whoGoesAwayWithoutAWholeHeadMayHaveIt() {
        script = (head, socket) -> socket.close();
        assertThat(send(1, PATIENCE)).matches(AbruptReceiverTest::mayHaveIt);

        script = (head, socket) -> {
            socket.setSoLinger(true, 0);
            socket.close();
        };
        assertThat(send(1, PATIENCE)).matches(AbruptReceiverTest::mayHaveIt);

        script = (head, socket) -> {
            say(socket, HEAD);
            socket.close();
        };
        assertThat(send(1, PATIENCE)).matches(AbruptReceiverTest::mayHaveIt);
    }

    @Test
    void whatIsNoHttpMayHaveBeenDone() {
        script = (head, socket) -> say(socket, "SSH-2.0-OpenSSH_9.9\r\n\r\n");
        assertThat(send(1, PATIENCE)).matches(AbruptReceiverTest::mayHaveIt);
    }

    /** A second answer to one request is nobody's. */
    @Test
    void whatIsSaidAfterTheEndOfAnAnswerIsNotTakenForTheNextOne() {
        script = (head, socket) -> say(socket, DONE + NO);
        assertThat(send(1, PATIENCE)).isEqualTo(new Delivered());
        script = (head, socket) -> say(socket, DONE);
        assertThat(Parallel.map(4, n -> send(n, PATIENCE))).noneMatch(Rejected.class::isInstance);
    }
}

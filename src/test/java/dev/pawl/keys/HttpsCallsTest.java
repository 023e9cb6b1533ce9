package dev.pawl.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.keys.KeyServer.Asked;
import dev.pawl.keys.KeyServer.Reply;
import dev.pawl.keys.Outside.Names;
import dev.pawl.support.FakeReceiver;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over real TLS. No host here is known to any name server: who connects got the address from us. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpsCallsTest {

    private static final String HOST = "api.keys.test";
    /** So that only what is meant to be slow is. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration SOON = Duration.ofMillis(200);
    private static final long TEN_MB = 10_000_000;

    private final Vertx vertx = Vertx.vertx();
    private final KeyServer server = new KeyServer(HOST);
    private final TrapServer trap = new TrapServer();

    @BeforeEach
    void forget() {
        server.forget();
        server.answer(Reply.ok("the answer"));
    }

    @AfterAll
    void close() {
        server.close();
        trap.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private Names here() {
        return (host, port) -> List.of(server.address());
    }

    private String ask(Names names, Question question) {
        return ask(names, PATIENCE, question);
    }

    private String ask(Names names, Duration patience, Question question) {
        HttpsCalls calls = new HttpsCalls(vertx, new Outside(names, address -> true, server.trust(), patience));
        try {
            return ask(calls, question);
        } finally {
            calls.close();
        }
    }

    /** The answer, or why there is none. */
    private static String ask(HttpsCalls calls, Question question) {
        try {
            return new String(
                    calls.ask(question)
                            .toCompletionStage()
                            .toCompletableFuture()
                            .join(),
                    StandardCharsets.UTF_8);
        } catch (CompletionException e) {
            return e.getCause() instanceof NoAnswer none
                    ? (none.isUnreachable() ? "unreachable: " : "refused: ") + none.reason()
                    : "unexpected: " + e.getCause();
        }
    }

    private static Question get(String url) {
        return Question.get(URI.create(url));
    }

    @Test
    void aCheckedAddressIsAskedUnderTheHostsName() {
        AtomicInteger lookups = new AtomicInteger();
        Names names = (host, port) -> {
            lookups.incrementAndGet();
            assertThat(host).isEqualTo(HOST);
            assertThat(port).isEqualTo(443);
            return List.of(server.address());
        };

        assertThat(ask(names, get("https://api.keys.test/a%20b/c?x=1&y=%2F"))).isEqualTo("the answer");
        assertThat(server.asked()).containsExactly(new Asked("GET", HOST, "/a%20b/c?x=1&y=%2F", "null", ""));
        assertThat(lookups).hasValue(1);
    }

    @Test
    void headersAndBodyAreSentAsTheyAre() {
        Question post = new Question(
                "POST",
                URI.create("https://api.keys.test"),
                Map.of("Content-Type", "application/x-test", "Authorization", "Bearer t"),
                "{\"key_id\":\"é\"}");

        assertThat(ask(here(), post)).isEqualTo("the answer");
        assertThat(server.asked())
                .containsExactly(new Asked("POST", HOST, "/", "application/x-test", "{\"key_id\":\"é\"}"));
    }

    @Test
    void aHeaderThatWouldBeTwoIsNotSent() {
        Question split =
                new Question("GET", URI.create("https://api.keys.test"), Map.of("X-Key", "a\r\nHost: elsewhere"), null);

        assertThat(ask(here(), split)).startsWith("unreachable: connection failed");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void whoCannotProveTheNameIsNotAsked() {
        assertThat(ask(here(), get("https://other.keys.test/"))).startsWith("unreachable: TLS");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void aCertificateOfNobodyWeTrustIsNoProof() {
        HttpsCalls calls = new HttpsCalls(vertx, new Outside(here(), address -> true, null, PATIENCE));
        try {
            assertThat(ask(calls, get("https://api.keys.test/"))).startsWith("unreachable: TLS");
            assertThat(server.asked()).isEmpty();
        } finally {
            calls.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "169.254.169.254", "10.0.0.1", "::1", "::ffff:127.0.0.1", "fd00:ec2::254", "0.0.0.0"
            })
    void anAddressThatIsNotPublicIsNotConnectedTo(String text) throws UnknownHostException {
        int before = trap.caught();
        InetAddress bad = InetAddress.getByName(text);
        int port = trap.address().getPort();
        Names alone = (host, any) -> List.of(new InetSocketAddress(bad, port));
        Names hidden = (host, any) -> List.of(
                new InetSocketAddress(InetAddress.getByName("203.0.114.1"), port), new InetSocketAddress(bad, port));

        for (Names names : List.of(alone, hidden)) {
            HttpsCalls calls =
                    new HttpsCalls(vertx, new Outside(names, PublicAddress::isPublic, server.trust(), PATIENCE));
            assertThat(ask(calls, get("https://api.keys.test/")))
                    .isEqualTo("refused: the host's name leads to an address that is not public");
            calls.close();
        }
        assertThat(trap.caught()).isEqualTo(before);
    }

    /** The first look is the one that counts: there is no second one in which the name could lead elsewhere. */
    @Test
    void aNameThatLeadsElsewhereAMomentLaterLeadsNowhere() {
        int before = trap.caught();
        AtomicInteger lookups = new AtomicInteger();
        Names rebinding = (host, port) -> List.of(lookups.getAndIncrement() == 0 ? server.address() : trap.address());

        assertThat(ask(rebinding, get("https://api.keys.test/"))).isEqualTo("the answer");
        assertThat(lookups).hasValue(1);
        assertThat(trap.caught()).isEqualTo(before);
    }

    @Test
    void aRedirectIsNotFollowed() {
        int before = trap.caught();
        for (String location : List.of(
                "https://localhost:" + trap.address().getPort() + "/",
                "http://127.0.0.1:" + trap.address().getPort() + "/",
                "/elsewhere")) {
            server.answer(Reply.redirect(location));
            assertThat(ask(here(), get("https://api.keys.test/"))).isEqualTo("refused: status 302");
        }
        assertThat(server.asked()).hasSize(3);
        assertThat(trap.caught()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 400, 401, 403, 404, 410})
    void aNoIsAnAnswer(int status) {
        server.answer(Reply.status(status));
        assertThat(ask(here(), get("https://api.keys.test/"))).isEqualTo("refused: status " + status);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 504})
    void whoIsSickSaysNothing(int status) {
        server.answer(Reply.status(status));
        assertThat(ask(here(), get("https://api.keys.test/"))).isEqualTo("unreachable: status " + status);
    }

    @Test
    void anAnswerThatIsTooLongIsCut() {
        server.answer(Reply.ok("x".repeat(HttpsCalls.LONGEST_ANSWER)));
        assertThat(ask(here(), get("https://api.keys.test/"))).hasSize(HttpsCalls.LONGEST_ANSWER);

        server.answer(Reply.ok("x".repeat(HttpsCalls.LONGEST_ANSWER + 1)));
        assertThat(ask(here(), get("https://api.keys.test/"))).isEqualTo("refused: an answer of more than 65536 bytes");

        server.forget();
        server.answer(Reply.endless("x".repeat(1_000)));
        assertThat(ask(here(), get("https://api.keys.test/"))).isEqualTo("refused: an answer of more than 65536 bytes");
        assertThat(server.sent()).isLessThan(TEN_MB);
    }

    @Test
    void anAnswerThatIsTooLateIsCut() {
        server.answer(Reply.never());
        assertThat(ask(here(), SOON, get("https://api.keys.test/"))).isEqualTo("unreachable: no answer within 200 ms");
    }

    @Test
    void nobodyWaitsLongerThanASecond() {
        assertThat(Outside.INTERNET.patience()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aNameThatTakesTooLongIsCutAndNeverConnectedTo() {
        int before = trap.caught();
        CountDownLatch later = new CountDownLatch(1);
        Names slow = (host, port) -> {
            try {
                later.await();
            } catch (InterruptedException e) {
                throw new UnknownHostException(host);
            }
            return List.of(server.address());
        };
        HttpsCalls calls = new HttpsCalls(vertx, new Outside(slow, address -> true, server.trust(), SOON));

        assertThat(ask(calls, get("https://api.keys.test/"))).isEqualTo("unreachable: no answer within 200 ms");
        later.countDown();
        assertThat(server.asked()).isEmpty();
        assertThat(trap.caught()).isEqualTo(before);
        calls.close();
    }

    @Test
    void anotherAddressOfTheHostIsTriedWhereNobodyListens() throws IOException {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = socket.getLocalPort();
        }
        InetSocketAddress closed = new InetSocketAddress(InetAddress.getLoopbackAddress(), nobody);

        assertThat(ask((host, port) -> List.of(closed, server.address()), get("https://api.keys.test/")))
                .isEqualTo("the answer");
        assertThat(ask((host, port) -> List.of(closed), get("https://api.keys.test/secret-path")))
                .isEqualTo("unreachable: no connection");
    }

    @Test
    void nobodyIsAskedWithoutTls() {
        try (FakeReceiver plain = new FakeReceiver()) {
            InetSocketAddress address = new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), plain.url("/").getPort());

            assertThat(ask((host, port) -> List.of(address), get("https://api.keys.test/")))
                    .startsWith("unreachable: ");
            assertThat(plain.received()).isEmpty();
        }
    }

    @Test
    void aNameNobodyKnowsIsNotReachable() {
        Names unknown = (host, port) -> {
            throw new UnknownHostException(host);
        };
        assertThat(ask(unknown, get("https://api.keys.test/"))).isEqualTo("unreachable: the host's name is not known");
        assertThat(ask((host, port) -> List.of(), get("https://api.keys.test/")))
                .isEqualTo("unreachable: the host's name has no address");
    }
}

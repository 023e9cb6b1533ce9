package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectSigner;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.core.outbound.Trace;
import dev.pawl.dispatch.EffectSink.Attempt;
import dev.pawl.dispatch.EffectSink.Delivered;
import dev.pawl.dispatch.EffectSink.Health;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Rejected;
import dev.pawl.dispatch.EffectSink.Retry;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeReceiver.Answer;
import dev.pawl.support.FakeServer.Request;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpEffectSinkTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final SigningKey KEY = new SigningKey("0123456789abcdef".getBytes(StandardCharsets.UTF_8));
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String BODY = "{\"type\":\"payment.succeeded\",\"key\":\"ü\"}";

    private final Vertx vertx = Vertx.vertx();
    private final HttpEffectSink sink = new HttpEffectSink(vertx, () -> NOW);
    private final FakeReceiver receiver = new FakeReceiver();

    @BeforeEach
    void forget() {
        receiver.forget();
    }

    @AfterAll
    void close() {
        receiver.close();
        sink.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void theReceiverGetsTheBytesSignedAndNumbered() {
        Outcome outcome = send(receiver.url("/hooks?x=1"), 3, PATIENCE);

        assertThat(outcome).isEqualTo(new Delivered());
        Request got = receiver.received().get(0);
        assertThat(got.method()).isEqualTo("POST");
        assertThat(got.target()).isEqualTo("/hooks?x=1");
        assertThat(got.body()).isEqualTo(BODY);
        assertThat(got.header("content-type")).isEqualTo("application/json");
        assertThat(got.header("pawl-attempt")).isEqualTo("3");
        assertThat(got.header("webhook-id")).isEqualTo("id_1_succeeded_shop");
        assertThat(got.header("webhook-timestamp")).isEqualTo(Long.toString(NOW.getEpochSecond()));
        assertThat(got.header("webhook-signature"))
                .isEqualTo(EffectSigner.sign(
                                List.of(KEY), "id_1_succeeded_shop", NOW, BODY.getBytes(StandardCharsets.UTF_8))
                        .signature());
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void everySuccessIsDone(int status) {
        receiver.answer(request -> Answer.status(status));

        assertThat(send(receiver.url("/"), 1, PATIENCE)).isEqualTo(new Delivered());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 410, 413, 422})
    void aStatusConfiguredAsFinalIsARejection(int status) {
        receiver.answer(request -> Answer.status(status));

        assertThat(send(receiver.url("/"), 1, PATIENCE)).isEqualTo(new Rejected("status " + status));
    }

    @ParameterizedTest
    @ValueSource(ints = {307, 308, 401, 403, 404, 429})
    void whatIsRefusedIsTriedAgain(int status) {
        receiver.answer(request -> Answer.status(status));

        assertThat(whateverItsHealth(send(receiver.url("/"), 1, PATIENCE)))
                .isEqualTo(new Retry("status " + status, null, false));
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 408, 409, 500, 501, 503})
    void whatMayHaveBeenDoneIsTriedAgainInDoubt(int status) {
        receiver.answer(request -> Answer.status(status));

        assertThat(whateverItsHealth(send(receiver.url("/"), 1, PATIENCE)))
                .isEqualTo(new Retry("status " + status, null, true));
    }

    @Test
    void oneThatIsGoneIsARejectionWhateverIsConfigured() {
        receiver.answer(request -> Answer.status(410));
        HttpTarget target = new HttpTarget(receiver.url("/"), KEY, PATIENCE, Set.of(422));

        assertThat(sink.send(target, attempt(1, Trace.NONE)).await().atMost(PATIENCE))
                .isEqualTo(new Rejected("status 410"));
    }

    @ParameterizedTest
    @CsvSource({
        "204, WELL", "302, WELL", "401, WELL", "404, WELL", "409, WELL", "422, WELL",
        "408, SICK", "429, SICK", "500, SICK", "502, SICK", "503, SICK", "504, SICK"
    })
    void anAnswerAboutOneRequestComesFromOneThatIsWell(int status, Health health) {
        receiver.answer(request -> Answer.status(status));

        assertThat(send(receiver.url("/"), 1, PATIENCE).health()).isEqualTo(health);
    }

    @ParameterizedTest
    @CsvSource({"429, 7, RESTING", "503, 7, RESTING", "503, 0, SICK", "503, soon, SICK", "500, 7, SICK", "404, 7, WELL"
    })
    void oneThatIsBusyMayAskToBeLeftAlone(int status, String wish, Health health) {
        receiver.answer(request -> Answer.status(status).with("Retry-After", wish));

        assertThat(send(receiver.url("/"), 1, PATIENCE).health()).isEqualTo(health);
    }

    @Test
    void aRedirectIsNotFollowed() {
        receiver.answer(request -> Answer.status(308).with("Location", "/elsewhere"));

        assertThat(send(receiver.url("/"), 1, PATIENCE))
                .isEqualTo(new Retry("status 308", null, false).with(Health.WELL));
        assertThat(receiver.received()).hasSize(1);
    }

    @Test
    void whenToComeBackIsUnderstoodInSecondsAndAsADate() {
        receiver.answer(request -> Answer.status(503).with("Retry-After", "7"));
        assertThat(send(receiver.url("/"), 1, PATIENCE))
                .isEqualTo(new Retry("status 503", Duration.ofSeconds(7)).with(Health.RESTING));

        receiver.answer(request -> Answer.status(429).with("Retry-After", "Sun, 01 Mar 2026 12:01:00 GMT"));
        assertThat(send(receiver.url("/"), 1, PATIENCE))
                .isEqualTo(new Retry("status 429", Duration.ofMinutes(1), false).with(Health.RESTING));
    }

    @Test
    void aReceiverThatDoesNotAnswerIsTriedAgain() {
        receiver.answer(request -> Answer.status(200).after(Duration.ofMinutes(1)));

        assertThat(send(receiver.url("/"), 1, Duration.ofMillis(300)))
                .isEqualTo(new Retry("no answer within 300 ms", null));
    }

    @Test
    void aStatusCountsEvenIfTheBodyNeverEnds() {
        receiver.answer(request -> Answer.status(200).withBody(10, Duration.ofMinutes(1)));

        assertThat(send(receiver.url("/"), 1, Duration.ofMillis(300))).isEqualTo(new Delivered());
    }

    @Test
    void aFloodOfAnAnswerIsCutOff() {
        receiver.answer(request -> Answer.status(200).withBody(100 * HttpEffectSink.MAX_RESPONSE, Duration.ZERO));

        assertThat(send(receiver.url("/"), 1, PATIENCE)).isEqualTo(new Delivered());
        receiver.answer(request -> Answer.status(204));
        assertThat(send(receiver.url("/"), 1, PATIENCE)).isEqualTo(new Delivered());
    }

    @Test
    void aReceiverThatIsAwayIsTriedAgainAndItsAddressIsNotTold() throws IOException {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = socket.getLocalPort();
        }

        Outcome outcome = send(URI.create("http://127.0.0.1:" + nobody + "/token-in-the-path"), 1, PATIENCE);

        assertThat(outcome).isEqualTo(new Retry("no connection", null, false));
    }

    @Test
    void aHostWithoutANameIsTriedAgain() {
        Outcome outcome = send(URI.create("http://no-such-host.invalid/"), 1, PATIENCE);

        assertThat(outcome).isEqualTo(new Retry("the host's name is not known", null, false));
    }

    @Test
    void plainTextWhereTlsIsExpectedIsTriedAgain() {
        URI plain = receiver.url("/");

        Outcome outcome = send(URI.create("https://127.0.0.1:" + plain.getPort() + "/"), 1, PATIENCE);

        assertThat(outcome).isInstanceOf(Retry.class);
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void theReferenceImplementationAcceptsBothTheNewAndTheOldSecret() throws Exception {
        SigningKey old = new SigningKey("fedcba9876543210".getBytes(StandardCharsets.UTF_8));
        HttpEffectSink now = new HttpEffectSink(vertx);
        try {
            now.send(
                            new HttpTarget(receiver.url("/both"), List.of(KEY, old), PATIENCE, Set.of(), null),
                            attempt(1, Trace.NONE))
                    .await()
                    .atMost(PATIENCE);
        } finally {
            now.close();
        }

        Request got = receivedAt("/both").get(0);
        Map<String, List<String>> headers = new HashMap<>();
        got.headers().forEach((name, value) -> headers.put(name, List.of(value)));
        for (String secret : List.of("0123456789abcdef", "fedcba9876543210")) {
            String base64 = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
            new Webhook(base64).verify(got.body(), headers);
        }
        assertThat(got.header("webhook-signature")).matches("v1,[^ ]+ v1,[^ ]+");
    }

    @Test
    void aMessageForPeopleIsNotSignedUnlessASecretIsGiven() {
        HttpTarget chat = new HttpTarget(receiver.url("/chat"), List.of(), PATIENCE, Set.of(), null);

        sink.send(chat, attempt(1, Trace.NONE)).await().atMost(PATIENCE);

        assertThat(receivedAt("/chat").get(0).headers()).doesNotContainKeys("webhook-signature", "webhook-timestamp");
    }

    @Test
    void theTraceGoesOnWithASpanOfItsOwnEachTime() {
        Trace trace = new Trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "a=1,b=2", "req-1");
        HttpTarget target = new HttpTarget(receiver.url("/traced"), KEY, PATIENCE, Set.of());

        sink.send(target, attempt(1, trace)).await().atMost(PATIENCE);
        sink.send(target, attempt(1, trace)).await().atMost(PATIENCE);

        assertThat(receivedAt("/traced"))
                .extracting(got -> got.header("correlation-id"))
                .containsOnly("req-1");
        assertThat(receivedAt("/traced"))
                .extracting(got -> got.header("tracestate"))
                .containsOnly("a=1,b=2");
        assertThat(receivedAt("/traced"))
                .extracting(got -> got.header("traceparent"))
                .allMatch(header -> header.matches("00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01"))
                .doesNotHaveDuplicates()
                .doesNotContain(trace.traceparent());
    }

    /** What an earlier test gave up on may still arrive. */
    private List<Request> receivedAt(String path) {
        return receiver.received().stream()
                .filter(got -> got.path().equals(path))
                .toList();
    }

    private static Outcome whateverItsHealth(Outcome outcome) {
        return outcome.fold(delivered -> delivered, rejected -> rejected, retry -> retry.with(Health.SICK));
    }

    private Outcome send(URI url, int number, Duration timeout) {
        HttpTarget target = new HttpTarget(url, KEY, timeout, Set.of(400, 410, 413, 422));
        return sink.send(target, attempt(number, Trace.NONE)).await().atMost(PATIENCE.plusSeconds(5));
    }

    private static Attempt attempt(int number, Trace trace) {
        return new Attempt(
                Repeat.Always.KEYED, "id_1_succeeded_shop", new UUID(1, 1), Buffer.buffer(BODY), number, trace, false);
    }
}

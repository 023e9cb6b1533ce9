package dev.pawl.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.KeyFormat;
import dev.pawl.core.verify.KeyRequest;
import dev.pawl.keys.KeyServer.Reply;
import io.smallrye.faulttolerance.api.RateLimitException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyFetcherTest {

    private static final String HOST = "api.keys.test";
    private static final Duration CACHE = Duration.ofHours(1);
    private static final ProviderKey K1 = ProviderKey.called("k1");
    private static final ProviderKey K2 = ProviderKey.called("k2");

    private final Vertx vertx = Vertx.vertx();
    private final KeyServer server = new KeyServer(HOST);
    private final HttpsCalls calls = new HttpsCalls(
            vertx,
            new Outside(
                    (host, port) -> List.of(server.address()),
                    address -> true,
                    server.trust(),
                    Duration.ofSeconds(30)));
    private final AtomicInteger first = new AtomicInteger();
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger urls = new AtomicInteger();
    private KeyFetcher fetcher = new KeyFetcher(calls, new Open(), now::get);

    /** Lets everybody ask, and counts new questions. */
    private final class Open implements Guards {
        @Override
        public CompletionStage<byte[]> ask(String host, Supplier<CompletionStage<byte[]>> call) {
            assertThat(host).isEqualTo(HOST);
            return call.get();
        }

        @Override
        public CompletionStage<byte[]> askFirst(String source, String host, Supplier<CompletionStage<byte[]>> call) {
            first.incrementAndGet();
            return ask(host, call);
        }
    }

    @BeforeEach
    void anew() {
        server.forget();
        server.answer(Reply.ok(ProviderKey.list(K1)));
        first.set(0);
        now.set(0);
        fetcher = new KeyFetcher(calls, new Open(), now::get);
    }

    @AfterAll
    void close() {
        server.close();
        calls.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private KeyRequest key(String id) {
        return KeyCacheTest.request("https://api.keys.test/keys", id, CACHE);
    }

    private static String get(Uni<KeyAnswer> answer) {
        return answer.await().atMost(Duration.ofSeconds(60)).fold(keys -> "keys", why -> why);
    }

    /** Whether a key of this id is in the answer. */
    private boolean has(String id) {
        return fetcher.keysFor(key(id), "s")
                .await()
                .atMost(Duration.ofSeconds(60))
                .fold(keys -> keys.has(id), why -> false);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void aProviderIsAskedOnce() {
        assertThat(has("k1")).isTrue();
        assertThat(has("k1")).isTrue();
        assertThat(server.asked()).hasSize(1);
        pass(CACHE);
        assertThat(has("k1")).isTrue();
        assertThat(server.asked()).hasSize(2);
        assertThat(first).hasValue(1);
    }

    @Test
    void aNewKeyIsFoundAndAStrangersIsNotLookedForAllTheTime() {
        assertThat(has("k1")).isTrue();
        server.answer(Reply.ok(ProviderKey.list(K1, K2)));
        pass(KeyCache.AGAIN);

        assertThat(has("k2")).isTrue();
        assertThat(server.asked()).hasSize(2);
        for (int i = 0; i < 100; i++) {
            assertThat(has("stranger-" + i)).isFalse();
        }
        assertThat(server.asked()).hasSize(2);
        pass(KeyCache.AGAIN);
        assertThat(has("stranger")).isFalse();
        assertThat(has("k1")).isTrue();
        assertThat(server.asked()).hasSize(3);
        assertThat(first).hasValue(1);
    }

    @Test
    void allWhoWaitForOneDocumentAskOnce() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        server.answer(request -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Reply.ok(ProviderKey.list(K1));
        });
        List<CompletableFuture<KeyAnswer>> waiting = IntStream.range(0, 50)
                .mapToObj(i -> fetcher.keysFor(key(i % 2 == 0 ? "k1" : "stranger"), "s")
                        .subscribeAsCompletionStage())
                .toList();
        // One who goes away, even the first, takes nobody with them.
        waiting.get(0).cancel(true);
        go.countDown();

        assertThat(waiting.stream().skip(1).map(CompletableFuture::join))
                .allSatisfy(answer -> assertThat(answer).isInstanceOf(KeyAnswer.Obtained.class));
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void whoeverIsAwayIsNotAskedAgainAtOnceAndFoundWhenBack() {
        server.answer(Reply.status(503));

        assertThat(get(fetcher.keysFor(key("k1"), "s"))).isEqualTo("status 503");
        assertThat(get(fetcher.keysFor(key("k1"), "s"))).isEqualTo("status 503");
        assertThat(server.asked()).hasSize(1);
        server.answer(Reply.ok(ProviderKey.list(K1)));
        pass(KeyCache.BRIEFLY);
        assertThat(has("k1")).isTrue();
        assertThat(first).hasValue(2);
    }

    @Test
    void theLastAnswerIsUsedWhileTheProviderIsAway() {
        assertThat(has("k1")).isTrue();
        server.answer(Reply.status(500));
        pass(CACHE);

        assertThat(has("k1")).isTrue();
        assertThat(get(fetcher.keysFor(key("k2"), "s"))).isEqualTo("status 500");
        assertThat(server.asked()).hasSize(2);
        pass(CACHE);
        assertThat(get(fetcher.keysFor(key("k1"), "s"))).isEqualTo("status 500");
    }

    @Test
    void anAnswerWithoutKeysIsNone() {
        for (String nonsense : List.of("", "{}", "<html>", "{\"public_keys\":[]}", "[".repeat(60_000))) {
            server.answer(Reply.ok(nonsense));
            KeyRequest request = KeyCacheTest.request("https://api.keys.test/" + urls.incrementAndGet(), "k1", CACHE);
            assertThat(fetcher.keysFor(request, "s").await().atMost(Duration.ofSeconds(60)))
                    .isInstanceOf(KeyAnswer.NotObtainable.class);
        }
    }

    @Test
    void aCertificateIsAKey() {
        server.answer(Reply.ok(server.certificate()));
        KeyRequest request = new KeyRequest(
                "GET",
                "https://api.keys.test/cert.pem",
                Map.of(),
                null,
                null,
                KeyFormat.CERTIFICATE,
                null,
                List.of(),
                CACHE);

        assertThat(get(fetcher.keysFor(request, "s"))).isEqualTo("keys");
    }

    @Test
    void onlyAQuestionTooManyIsForgotten() {
        AtomicReference<@Nullable RuntimeException> closed =
                new AtomicReference<>(new RateLimitException(1_000, "too many"));
        Guards guards = new Guards() {
            @Override
            public CompletionStage<byte[]> ask(String host, Supplier<CompletionStage<byte[]>> call) {
                RuntimeException why = closed.get();
                return why == null ? call.get() : CompletableFuture.failedFuture(why);
            }

            @Override
            public CompletionStage<byte[]> askFirst(
                    String source, String host, Supplier<CompletionStage<byte[]>> call) {
                return ask(host, call);
            }
        };
        KeyFetcher guarded = new KeyFetcher(calls, guards, now::get);

        assertThat(get(guarded.keysFor(key("k1"), "s"))).isEqualTo("not asked: too many new questions");
        closed.set(new CircuitBreakerOpenException());
        String open = "not asked: the host did not answer the last times";
        assertThat(get(guarded.keysFor(key("k1"), "s"))).isEqualTo(open);
        closed.set(null);
        assertThat(get(guarded.keysFor(key("k1"), "s"))).isEqualTo(open);
        pass(KeyCache.BRIEFLY);
        assertThat(get(guarded.keysFor(key("k1"), "s"))).isEqualTo("keys");
    }

    @Test
    void aGuardThatIsBrokenLeavesNobodyWaiting() {
        KeyFetcher broken = new KeyFetcher(
                calls,
                new Guards() {
                    @Override
                    public CompletionStage<byte[]> ask(String host, Supplier<CompletionStage<byte[]>> call) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public CompletionStage<byte[]> askFirst(
                            String source, String host, Supplier<CompletionStage<byte[]>> call) {
                        return ask(host, call);
                    }
                },
                now::get);

        assertThat(get(broken.keysFor(key("k1"), "s"))).startsWith("connection failed");
    }
}

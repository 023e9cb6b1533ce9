package dev.pawl.backfill;

import dev.pawl.core.lookup.Question;
import dev.pawl.core.outbound.RetryAfter;
import dev.pawl.http.CallFailure;
import dev.pawl.http.OutgoingCall;
import dev.pawl.http.OutgoingCall.TooLong;
import io.smallrye.faulttolerance.api.TypedGuard;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jspecify.annotations.Nullable;

/**
 * Asks providers, each source behind a circuit breaker of its own that counts connect errors, silence, 5xx and 429, never a
 * clear no. No redirect is followed; an answer has a greatest size and a time in which it has to be here as a whole.
 */
@Singleton
final class ListClient {

    /** A page of a hundred events with all they hold. */
    static final int LONGEST_ANSWER = 16 << 20;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int PER_HOST = 8;
    private static final int KEEP_ALIVE_SECONDS = 4;
    private static final int FAILURES_IN_A_ROW = 4;
    private static final int OPEN_SECONDS = 30;
    private static final TypeLiteral<CompletionStage<Answer>> TYPE = new TypeLiteral<>() {};

    private final Vertx vertx;
    private final HttpClient client;
    private final InstantSource clock;
    private final Duration timeout;
    private final Map<String, TypedGuard<CompletionStage<Answer>>> guards = new ConcurrentHashMap<>();

    /** The body of a 2xx, and its header {@code Link}. */
    static final class Answer {
        final byte[] body;
        final @Nullable String link;

        Answer(byte[] body, @Nullable String link) {
            this.body = body;
            this.link = link;
        }
    }

    @Inject
    ListClient(Vertx vertx, InstantSource clock) {
        this(vertx, clock, TIMEOUT);
    }

    ListClient(Vertx vertx, InstantSource clock, Duration timeout) {
        this.vertx = vertx;
        this.clock = clock;
        this.timeout = timeout;
        this.client = vertx.createHttpClient(
                new HttpClientOptions().setKeepAliveTimeout(KEEP_ALIVE_SECONDS).setDecompressionSupported(false),
                new PoolOptions().setHttp1MaxSize(PER_HOST));
    }

    @PreDestroy
    void close() {
        client.close();
    }

    /** Fails with {@link NoList} and nothing else. */
    Uni<Answer> ask(String source, Question question) {
        return Uni.createFrom()
                .completionStage(() -> guards.computeIfAbsent(source, name -> guard())
                        .get(() -> send(question).toCompletionStage()))
                .onFailure()
                .transform(ListClient::reason);
    }

    private static TypedGuard<CompletionStage<Answer>> guard() {
        return TypedGuard.create(TYPE)
                .withCircuitBreaker()
                .when(failure -> failure instanceof NoList no && no.kind() == NoList.Kind.UNREACHABLE)
                .requestVolumeThreshold(FAILURES_IN_A_ROW)
                .failureRatio(1)
                .delay(OPEN_SECONDS, ChronoUnit.SECONDS)
                .done()
                .build();
    }

    private Future<Answer> send(Question question) {
        RequestOptions options = OutgoingCall.options(question, timeout);
        return OutgoingCall.within(vertx, timeout, () -> client.request(options), question.body(), this::receive)
                .recover(failure -> Future.failedFuture(reason(failure)));
    }

    private Future<Answer> receive(HttpClientResponse response) {
        int status = response.statusCode();
        if (status < 200 || status > 299) {
            return OutgoingCall.unread(
                    response,
                    NoList.status(status, RetryAfter.parse(response.getHeader("retry-after"), clock.instant())));
        }
        return OutgoingCall.body(response, LONGEST_ANSWER).map(body -> new Answer(body, response.getHeader("link")));
    }

    private static NoList reason(Throwable failure) {
        if (failure instanceof NoList no) {
            return no;
        }
        if (failure instanceof CircuitBreakerOpenException) {
            return NoList.notAsked("not asked: the provider failed several times in a row");
        }
        String why = CallFailure.reason(failure);
        if (failure instanceof ConnectException || failure instanceof UnknownHostException) {
            return NoList.noConnection(why);
        }
        return failure instanceof TooLong ? NoList.senseless(why) : NoList.unreachable(why);
    }
}

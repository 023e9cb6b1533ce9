package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectSigner;
import dev.pawl.core.outbound.EffectSigner.Headers;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.RetryAfter;
import dev.pawl.http.CallFailure;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sends effects as Standard Webhooks over HTTP. The status decides: 2xx is done, 410 or one of {@code rejectOn} is a final
 * no, everything else, redirects included, is tried again. What a response says is read and dropped.
 */
@Singleton
final class HttpEffectSink implements EffectSink<HttpTarget> {

    static final int PER_DESTINATION = 16;

    /** Enough for any acknowledgement; a receiver that sends more has its connection closed. */
    static final int MAX_RESPONSE = 64 * 1024;

    /** Shorter than the usual server's, so that a connection is rarely closed under a request. */
    private static final int KEEP_ALIVE_SECONDS = 4;

    private static final int REQUEST_TIMEOUT = 408;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;
    private static final int SERVICE_UNAVAILABLE = 503;

    private final Vertx vertx;
    private final HttpClient client;
    private final HttpQuestion question;
    private final InstantSource clock;

    @Inject
    HttpEffectSink(Vertx vertx) {
        this(vertx, InstantSource.system());
    }

    HttpEffectSink(Vertx vertx, InstantSource clock) {
        this.vertx = vertx;
        this.clock = clock;
        this.client = vertx.createHttpClient(
                new HttpClientOptions().setKeepAliveTimeout(KEEP_ALIVE_SECONDS).setDecompressionSupported(false),
                new PoolOptions().setHttp1MaxSize(PER_DESTINATION));
        this.question = new HttpQuestion(vertx, client, clock);
    }

    @PreDestroy
    void close() {
        client.close();
    }

    /** One that may be there already is asked for first, where the effect says how. An attempt does one or the other. */
    @Override
    public Uni<Outcome> send(HttpTarget target, Attempt attempt) {
        if (attempt.doubtful() && attempt.repeat() instanceof Repeat.Ask ask) {
            return Uni.createFrom()
                    .completionStage(
                            () -> question.ask(ask.question(), attempt, target).toCompletionStage());
        }
        return Uni.createFrom()
                .completionStage(() -> new Call(target, attempt).start().toCompletionStage());
    }

    /** An answer about one request says that the receiver is there, whatever it is. */
    static Health health(int status, @Nullable Duration wish) {
        boolean busy = status == TOO_MANY_REQUESTS || status == SERVICE_UNAVAILABLE;
        if (busy && wish != null && !wish.isZero()) {
            return Health.RESTING;
        }
        return busy || status == REQUEST_TIMEOUT || status >= SERVER_ERRORS ? Health.SICK : Health.WELL;
    }

    /** How an attempt breaks is its outcome's to say; where nobody listens, the client logs an error of its own each time. */
    static void quiet(HttpClientRequest request) {
        request.exceptionHandler(told -> {});
        request.connection().exceptionHandler(told -> {});
    }

    private RequestOptions request(Attempt attempt, HttpTarget target) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(target.url().toString())
                .setFollowRedirects(false)
                .setConnectTimeout(target.timeout().toMillis())
                .putHeader("content-type", "application/json")
                .putHeader("user-agent", "Pawl")
                .putHeader("webhook-id", attempt.webhookId())
                .putHeader("pawl-attempt", Integer.toString(attempt.number()));
        TraceHeaders.of(attempt.trace()).forEach(options::putHeader);
        if (!target.secrets().isEmpty()) {
            Headers signed = EffectSigner.sign(
                    target.secrets(),
                    attempt.webhookId(),
                    clock.instant(),
                    attempt.payload().getBytes());
            options.putHeader("webhook-timestamp", signed.timestamp())
                    .putHeader("webhook-signature", signed.signature());
        }
        return options;
    }

    /**
     * One request, from connecting to the end of the response. It holds its place until the response has ended or the
     * time is up, so that the number of open connections is the number of attempts under way.
     */
    private final class Call {

        private final Attempt attempt;
        private final HttpTarget target;
        private final Promise<Outcome> outcome = Promise.promise();
        private final AtomicReference<@Nullable HttpClientRequest> request = new AtomicReference<>();
        private final AtomicReference<@Nullable Outcome> answered = new AtomicReference<>();

        Call(HttpTarget target, Attempt attempt) {
            this.attempt = attempt;
            this.target = target;
        }

        Future<Outcome> start() {
            long timer = vertx.setTimer(target.timeout().toMillis(), id -> timeIsUp());
            client.request(request(attempt, target)).compose(this::send).onFailure(this::failed);
            return outcome.future().onComplete(any -> vertx.cancelTimer(timer));
        }

        private Future<HttpClientResponse> send(HttpClientRequest connected) {
            request.set(connected);
            quiet(connected);
            if (outcome.future().isComplete()) {
                connected.reset();
                return Future.failedFuture("the time was up while connecting");
            }
            // Before the event loop can go on: whoever listens later may find the response over.
            return connected.send(attempt.payload()).onSuccess(this::receive);
        }

        private void receive(HttpClientResponse response) {
            answered.set(judge(response));
            try {
                readToEnd(response);
            } catch (IllegalStateException alreadyEnded) {
                // A short answer may be over before anybody listens to it.
                end();
            }
        }

        private void readToEnd(HttpClientResponse response) {
            long[] received = {0};
            response.handler(part -> {
                received[0] += part.length();
                if (received[0] > MAX_RESPONSE) {
                    response.request().reset();
                    end();
                }
            });
            response.exceptionHandler(failure -> end());
            response.endHandler(nothing -> end());
        }

        private Outcome judge(HttpClientResponse response) {
            int status = response.statusCode();
            if (status >= 200 && status < 300) {
                return new Delivered();
            }
            if (target.isFinalNo(status)) {
                return new Rejected("status " + status);
            }
            Duration wish = RetryAfter.parse(response.getHeader("retry-after"), clock.instant());
            return new Retry("status " + status, wish, mayHaveIt(status)).with(health(status, wish));
        }

        /**
         * A server that failed may have done it before it failed, one that did it may answer by sending the caller on (303
         * after a POST), and a conflict may be with the attempt before. One that refuses has not, nor has one that wants the
         * same request elsewhere (307, 308).
         *
         * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.4">RFC 9110, 15.4 and 15.5</a>
         */
        private static boolean mayHaveIt(int status) {
            boolean elsewhere = status >= 300 && status < 400 && status != 307 && status != 308;
            return elsewhere || status == REQUEST_TIMEOUT || status == CONFLICT || status >= SERVER_ERRORS;
        }

        private void end() {
            outcome.tryComplete(Objects.requireNonNull(answered.get()));
        }

        private void timeIsUp() {
            Outcome known = answered.get();
            outcome.tryComplete(
                    known == null
                            ? new Retry("no answer within " + target.timeout().toMillis() + " ms", null, sent())
                            : known);
            HttpClientRequest open = request.get();
            if (open != null) {
                open.reset();
            }
        }

        private void failed(Throwable failure) {
            outcome.tryComplete(new Retry(CallFailure.reason(failure), null, sent()));
        }

        /** Whether a byte of it may have left: without a connection none has. */
        private boolean sent() {
            return request.get() != null;
        }
    }
}

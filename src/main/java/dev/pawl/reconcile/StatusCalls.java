package dev.pawl.reconcile;

import dev.pawl.core.lookup.AnswerReader.Response;
import dev.pawl.core.lookup.Question;
import dev.pawl.http.CallFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Sends questions over HTTP. No redirect is followed, so that a token goes to the configured host and nowhere else. */
final class StatusCalls {

    static final int LONGEST_ANSWER = 1 << 20;

    private static final int PER_HOST = 100;
    /** Shorter than the usual server's, so that a connection is rarely closed under a request. */
    private static final int KEEP_ALIVE_SECONDS = 4;
    /** What says that the provider is not well; 500 may be about one operation only. */
    private static final Set<Integer> SICK = Set.of(429, 502, 503, 504);

    private final Vertx vertx;
    private final HttpClient client;

    StatusCalls(Vertx vertx) {
        this.vertx = vertx;
        this.client = vertx.createHttpClient(
                new HttpClientOptions().setKeepAliveTimeout(KEEP_ALIVE_SECONDS).setDecompressionSupported(false),
                new PoolOptions().setHttp1MaxSize(PER_HOST));
    }

    void close() {
        client.close();
    }

    /** Fails with {@link NoAnswer} and nothing else; the others are answers, whatever they say. */
    Future<Response> ask(Question question, Duration timeout) {
        return new Call(question, timeout).start();
    }

    /** One question, from connecting to the end of the answer. */
    private final class Call {

        private final Question question;
        private final Duration timeout;
        private final Promise<Response> answer = Promise.promise();
        private final AtomicReference<@Nullable HttpClientRequest> request = new AtomicReference<>();

        Call(Question question, Duration timeout) {
            this.question = question;
            this.timeout = timeout;
        }

        Future<Response> start() {
            long timer = vertx.setTimer(timeout.toMillis(), id -> timeIsUp());
            Future.succeededFuture()
                    .compose(nothing -> client.request(options()))
                    .compose(this::send)
                    .onSuccess(answer::tryComplete)
                    .onFailure(failure -> answer.tryFail(reason(failure)));
            return answer.future().onComplete(any -> vertx.cancelTimer(timer));
        }

        private RequestOptions options() {
            RequestOptions options = new RequestOptions()
                    .setMethod(HttpMethod.valueOf(question.method()))
                    .setAbsoluteURI(question.url())
                    .setFollowRedirects(false)
                    .setConnectTimeout(timeout.toMillis());
            question.headers().forEach(options::putHeader);
            return options;
        }

        private Future<Response> send(HttpClientRequest connected) {
            request.set(connected);
            if (answer.future().isComplete()) {
                connected.reset();
                return Future.failedFuture(NoAnswer.because("the time was up while connecting"));
            }
            String body = question.body();
            // Before the event loop can go on: whoever listens later may find the response over.
            return (body == null ? connected.send() : connected.send(body)).compose(this::receive);
        }

        private Future<Response> receive(HttpClientResponse response) {
            Promise<Response> received = Promise.promise();
            Buffer bytes = Buffer.buffer();
            response.exceptionHandler(received::tryFail);
            response.handler(part -> {
                if (bytes.length() + part.length() > LONGEST_ANSWER) {
                    // Cut short it is no JSON, and so no answer that could be read.
                    received.tryComplete(new Response(response.statusCode(), headers(response), new byte[0]));
                    response.request().reset();
                } else {
                    bytes.appendBuffer(part);
                }
            });
            response.endHandler(nothing -> {
                Response whole = new Response(response.statusCode(), headers(response), bytes.getBytes());
                if (SICK.contains(whole.status())) {
                    received.tryFail(NoAnswer.saidBy(whole));
                } else {
                    received.tryComplete(whole);
                }
            });
            return received.future();
        }

        private void timeIsUp() {
            answer.tryFail(NoAnswer.because("no answer within " + timeout.toMillis() + " ms"));
            HttpClientRequest open = request.get();
            if (open != null) {
                open.reset();
            }
        }
    }

    /** By lower-case name. */
    private static Map<String, List<String>> headers(HttpClientResponse response) {
        Map<String, List<String>> headers = new TreeMap<>();
        response.headers()
                .names()
                .forEach(name -> headers.put(
                        name.toLowerCase(Locale.ROOT), response.headers().getAll(name)));
        return headers;
    }

    private static NoAnswer reason(Throwable failure) {
        return failure instanceof NoAnswer known ? known : NoAnswer.because(CallFailure.reason(failure));
    }
}

package dev.pawl.reconcile;

import dev.pawl.core.lookup.AnswerReader.Response;
import dev.pawl.core.lookup.Question;
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
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
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
                    .compose(this::receive)
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

        private Future<HttpClientResponse> send(HttpClientRequest connected) {
            request.set(connected);
            if (answer.future().isComplete()) {
                connected.reset();
                return Future.failedFuture(NoAnswer.because("the time was up while connecting"));
            }
            String body = question.body();
            return body == null ? connected.send() : connected.send(body);
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

    private static Map<String, List<String>> headers(HttpClientResponse response) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers()
                .names()
                .forEach(name -> headers.put(name, response.headers().getAll(name)));
        Map<String, List<String>> lowerCase = new TreeMap<>();
        headers.forEach((name, values) -> lowerCase.put(name.toLowerCase(java.util.Locale.ROOT), List.copyOf(values)));
        return lowerCase;
    }

    /** Never the message of an unknown exception: it may quote an address with a token in its path. */
    private static NoAnswer reason(Throwable failure) {
        if (failure instanceof NoAnswer known) {
            return known;
        }
        if (failure instanceof UnknownHostException) {
            return NoAnswer.because("the host's name is not known");
        }
        if (failure instanceof ConnectException) {
            return NoAnswer.because("no connection");
        }
        return NoAnswer.because(
                failure instanceof SSLException
                        ? "TLS: " + failure.getMessage()
                        : "connection failed: " + failure.getClass().getSimpleName());
    }
}

package dev.pawl.reconcile;

import dev.pawl.core.lookup.AnswerReader.Response;
import dev.pawl.core.lookup.Question;
import dev.pawl.http.CallFailure;
import dev.pawl.http.OutgoingCall;
import dev.pawl.http.OutgoingCall.TooLong;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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
        RequestOptions options = OutgoingCall.options(question, timeout);
        return OutgoingCall.within(vertx, timeout, () -> client.request(options), question.body(), StatusCalls::receive)
                .recover(failure -> Future.failedFuture(reason(failure)));
    }

    private static Future<Response> receive(HttpClientResponse response) {
        return OutgoingCall.body(response, LONGEST_ANSWER)
                // Without its body it is no JSON, and so no answer that could be read.
                .recover(failure ->
                        failure instanceof TooLong ? Future.succeededFuture(new byte[0]) : Future.failedFuture(failure))
                .map(body -> new Response(response.statusCode(), headers(response), body))
                .compose(whole ->
                        isSick(whole) ? Future.failedFuture(NoAnswer.saidBy(whole)) : Future.succeededFuture(whole));
    }

    static boolean isSick(Response response) {
        return SICK.contains(response.status());
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

package dev.pawl.dispatch;

import dev.pawl.core.Parsed;
import dev.pawl.core.outbound.EffectQuestion;
import dev.pawl.dispatch.EffectSink.Attempt;
import dev.pawl.dispatch.EffectSink.Delivered;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Retry;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Asks a receiver whether it has an effect already. No clear answer is doubt, as before. */
final class HttpQuestion {

    private final HttpClient client;

    HttpQuestion(HttpClient client) {
        this.client = client;
    }

    Future<Outcome> ask(EffectQuestion question, Attempt attempt, Duration timeout) {
        Parsed<EffectQuestion.Request> request =
                question.about(attempt.webhookId(), attempt.payload().getBytes());
        return request.fold(
                asked -> send(question, asked, timeout),
                missing -> Future.succeededFuture(new Retry("cannot ask whether it was done: " + missing, null)));
    }

    private Future<Outcome> send(EffectQuestion question, EffectQuestion.Request asked, Duration timeout) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(asked.method()))
                .setAbsoluteURI(asked.url())
                .setFollowRedirects(false)
                .setConnectTimeout(timeout.toMillis())
                .setTimeout(timeout.toMillis())
                .putHeader("user-agent", "Pawl");
        asked.headers().forEach(options::putHeader);
        return client.request(options)
                .compose(connected -> connected
                        .send()
                        .compose(response -> body(response)
                                .onFailure(failure -> connected.reset())
                                .map(body -> judge(question.said(response.statusCode(), body.getBytes()), response))))
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .otherwise(failure -> new Retry("asked whether it was done, without an answer", null));
    }

    private static Outcome judge(EffectQuestion.Said said, HttpClientResponse response) {
        return switch (said) {
            case DONE -> new Delivered();
            case NOT_DONE -> new Retry("asked: it was not done", null, false);
            case NOTHING ->
                new Retry("asked whether it was done, and status " + response.statusCode() + " does not say", null);
        };
    }

    private static Future<Buffer> body(HttpClientResponse response) {
        Buffer body = Buffer.buffer();
        response.handler(part -> {
            body.appendBuffer(part);
            if (body.length() > HttpEffectSink.MAX_RESPONSE) {
                response.request().reset();
            }
        });
        return response.end().map(nothing -> body);
    }
}

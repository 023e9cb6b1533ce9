package dev.pawl.dispatch;

import dev.pawl.core.Parsed;
import dev.pawl.core.outbound.EffectQuestion;
import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.RetryAfter;
import dev.pawl.dispatch.EffectSink.Attempt;
import dev.pawl.dispatch.EffectSink.Delivered;
import dev.pawl.dispatch.EffectSink.Health;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Retry;
import dev.pawl.http.OutgoingCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Asks a receiver whether it has an effect already. No clear answer is doubt, as before. Who is asked may be somebody else
 * than who gets the effect; then the answer says nothing about the latter's health.
 */
final class HttpQuestion {

    private final Vertx vertx;
    private final HttpClient client;
    private final InstantSource clock;

    HttpQuestion(Vertx vertx, HttpClient client, InstantSource clock) {
        this.vertx = vertx;
        this.client = client;
        this.clock = clock;
    }

    Future<Outcome> ask(EffectQuestion question, Attempt attempt, HttpTarget target) {
        Parsed<EffectQuestion.Request> request =
                question.about(attempt.webhookId(), attempt.payload().getBytes());
        return request.fold(
                asked -> send(question, options(asked, attempt, target), target),
                missing -> Future.succeededFuture(
                        new Retry("cannot ask whether it was done: " + missing, null).with(Health.UNKNOWN)));
    }

    /** Its own headers are the last word. */
    private static RequestOptions options(EffectQuestion.Request asked, Attempt attempt, HttpTarget target) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(asked.method()))
                .setAbsoluteURI(asked.url())
                .setFollowRedirects(false)
                .setConnectTimeout(target.timeout().toMillis())
                .putHeader("user-agent", "Pawl");
        TraceHeaders.of(attempt.trace()).forEach(options::putHeader);
        asked.headers().forEach(options::putHeader);
        return options;
    }

    private Future<Outcome> send(EffectQuestion question, RequestOptions options, HttpTarget target) {
        boolean same = isSame(options, target);
        return OutgoingCall.within(
                        vertx,
                        target.timeout(),
                        () -> client.request(options).onSuccess(HttpEffectSink::quiet),
                        null,
                        response -> answer(question, response))
                .otherwise(failure -> new Retry("asked whether it was done, without an answer", null))
                .map(outcome -> same ? outcome : saidByAnother(outcome));
    }

    private Future<Outcome> answer(EffectQuestion question, HttpClientResponse response) {
        return OutgoingCall.body(response, HttpEffectSink.MAX_RESPONSE)
                .map(body -> judge(question.said(response.statusCode(), body), response));
    }

    private static Outcome saidByAnother(Outcome outcome) {
        return outcome.fold(
                delivered -> new Delivered(Health.UNKNOWN), rejected -> rejected, retry -> retry.with(Health.UNKNOWN));
    }

    private static boolean isSame(RequestOptions asked, HttpTarget target) {
        String scheme = asked.isSsl() ? "https" : "http";
        return HttpTarget.destination(scheme, asked.getHost(), asked.getPort()).equals(target.destination());
    }

    private Outcome judge(EffectQuestion.Said said, HttpClientResponse response) {
        int status = response.statusCode();
        return switch (said) {
            case DONE -> new Delivered();
            case NOT_DONE -> new Retry("asked: it was not done", null, false).with(Health.WELL);
            case NOTHING -> {
                Duration wish = RetryAfter.parse(response.getHeader("retry-after"), clock.instant());
                yield new Retry("asked whether it was done, and status " + status + " does not say", wish)
                        .with(HttpEffectSink.health(status, wish));
            }
        };
    }
}

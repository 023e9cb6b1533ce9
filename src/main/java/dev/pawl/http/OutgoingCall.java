package dev.pawl.http;

import dev.pawl.core.lookup.Question;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request to somebody else, from connecting to the end of the answer. When the time is up it fails and its connection is
 * closed, also where a byte comes now and then.
 */
public final class OutgoingCall<T> {

    private final Duration patience;
    private final Promise<T> answer = Promise.promise();
    private final AtomicReference<@Nullable HttpClientRequest> request = new AtomicReference<>();

    /** Our own words, which may be shown. */
    static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Ended(String why) {
            super(why, null, false, false);
        }
    }

    /** An answer is longer than it may be; the rest of it was not read. */
    public static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooLong(int most) {
            super("an answer of more than " + most + " bytes", null, false, false);
        }
    }

    private OutgoingCall(Duration patience) {
        this.patience = patience;
    }

    /**
     * Fails with what the steps fail with; {@link CallFailure} has words for the rest.
     *
     * @param patience from now on, for everything
     * @param connect begins the request
     * @param receive is called as soon as the answer's head is there, and has to listen for its body at once
     */
    public static <T> Future<T> within(
            Vertx vertx,
            Duration patience,
            Supplier<Future<HttpClientRequest>> connect,
            @Nullable String body,
            Function<HttpClientResponse, Future<T>> receive) {
        OutgoingCall<T> call = new OutgoingCall<>(patience);
        long timer = vertx.setTimer(patience.toMillis(), id -> call.timeIsUp());
        Future.succeededFuture()
                .compose(nothing -> connect.get())
                .compose(connected -> call.send(connected, body))
                .compose(receive)
                .onSuccess(call.answer::tryComplete)
                .onFailure(call.answer::tryFail);
        return call.answer.future().onComplete(any -> vertx.cancelTimer(timer));
    }

    /** How a question is put. No redirect is followed, so that a token goes to the named host and nowhere else. */
    public static RequestOptions options(Question question, Duration patience) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(question.method()))
                .setAbsoluteURI(question.url())
                .setFollowRedirects(false)
                .setConnectTimeout(patience.toMillis());
        question.headers().forEach(options::putHeader);
        return options;
    }

    /** The whole body; fails with {@link TooLong}, and then its connection is closed. */
    public static Future<byte[]> body(HttpClientResponse response, int most) {
        Promise<byte[]> received = Promise.promise();
        Buffer bytes = Buffer.buffer();
        response.exceptionHandler(received::tryFail);
        response.handler(part -> {
            if (bytes.length() + part.length() > most) {
                received.tryFail(new TooLong(most));
                response.request().reset();
            } else {
                bytes.appendBuffer(part);
            }
        });
        response.endHandler(nothing -> received.tryComplete(bytes.getBytes()));
        return received.future();
    }

    /** What the answer says besides its status is of no use: its connection is closed. */
    public static <T> Future<T> unread(HttpClientResponse response, RuntimeException why) {
        response.exceptionHandler(reset -> {});
        response.request().reset();
        return Future.failedFuture(why);
    }

    private Future<HttpClientResponse> send(HttpClientRequest connected, @Nullable String body) {
        request.set(connected);
        if (answer.future().isComplete()) {
            connected.reset();
            return Future.failedFuture(new Ended("the time was up while connecting"));
        }
        return body == null ? connected.send() : connected.send(body);
    }

    private void timeIsUp() {
        answer.tryFail(new Ended("no answer within " + patience.toMillis() + " ms"));
        HttpClientRequest open = request.get();
        if (open != null) {
            open.reset();
        }
    }
}

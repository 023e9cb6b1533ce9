package dev.pawl.http;

import dev.pawl.http.NotRead.Cause;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies byte for byte, each up to a limit and for a limited time, all of them together within a part of the memory:
 * whoever sends much, or without an end, is refused before anybody else has to suffer. What comes over the limit is read and
 * dropped for a while, so that the sender sees the answer instead of a broken connection, then the connection is closed, or
 * over HTTP/2 the stream.
 */
@Singleton
public final class BodyReader {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LINGER = Duration.ofSeconds(1);
    private static final String CONTINUE = "100-continue";
    private static final int PART_OF_MEMORY = 4;
    private static final long DROP_LIMIT = 8L << 20;

    private final Vertx vertx;
    private final Duration patience;
    private final AtomicLong room;

    @Inject
    BodyReader(Vertx vertx) {
        this(vertx, PATIENCE, Runtime.getRuntime().maxMemory() / PART_OF_MEMORY);
    }

    /** @param room bytes of all bodies that are being read or worked on */
    BodyReader(Vertx vertx, Duration patience, long room) {
        this.vertx = vertx;
        this.patience = patience;
        this.room = new AtomicLong(room);
    }

    /**
     * Reads, and lets the work begin on the request's event loop. The body has its room until the work has ended. Fails with
     * {@link NotRead} when there is no body to work on.
     *
     * @param limit in bytes
     */
    public <T> Uni<T> read(HttpServerRequest http, int limit, Function<byte[], Uni<T>> work) {
        Reading reading = new Reading(http, limit);
        return Uni.createFrom()
                .<byte[]>emitter(reading::begin)
                .flatMap(work::apply)
                .onTermination()
                .invoke(reading::release);
    }

    private boolean take(int bytes) {
        if (room.addAndGet(-bytes) >= 0) {
            return true;
        }
        room.addAndGet(bytes);
        return false;
    }

    /** One body. Confined to the request's event loop, but for its release. */
    private final class Reading {
        private final HttpServerRequest http;
        private final int limit;
        private final AtomicLong held = new AtomicLong();
        private Buffer content = Buffer.buffer();
        private long size;
        private @Nullable Cause trouble;
        private boolean ended;

        Reading(HttpServerRequest http, int limit) {
            this.http = http;
            this.limit = limit;
        }

        void begin(UniEmitter<? super byte[]> emitter) {
            http.handler(chunk -> add(emitter, chunk));
            http.exceptionHandler(gone -> fail(emitter, trouble == null ? Cause.SENDER_GONE : trouble));
            http.endHandler(end -> {
                if (trouble == null) {
                    ended = true;
                    emitter.complete(content.getBytes());
                } else {
                    fail(emitter, trouble);
                }
            });
            if (CONTINUE.equalsIgnoreCase(http.getHeader("Expect"))) {
                permit(emitter);
            }
            http.resume();
            if (!ended) { // most bodies are there with their heads
                long timer = vertx.setTimer(patience.toMillis(), id -> tooLate(emitter));
                emitter.onTermination(() -> vertx.cancelTimer(timer));
            }
        }

        /** RFC 9110, 10.1.1: who waits for permission gets it, or an answer without having sent all that. */
        private void permit(UniEmitter<? super byte[]> emitter) {
            if (announced() > limit) {
                drop(Cause.TOO_LARGE);
                fail(emitter, Cause.TOO_LARGE);
            } else {
                http.response().writeContinue();
            }
        }

        private long announced() {
            String length = http.getHeader("Content-Length");
            return length == null ? 0 : Long.parseLong(length); // the server has refused whatever is no number
        }

        private void add(UniEmitter<? super byte[]> emitter, Buffer chunk) {
            size += chunk.length();
            if (trouble == null && !ended) {
                if (size > limit) {
                    drop(Cause.TOO_LARGE);
                } else if (take(chunk.length())) {
                    held.addAndGet(chunk.length());
                    content.appendBuffer(chunk);
                } else {
                    drop(Cause.NO_ROOM);
                }
            }
            if (size > limit + DROP_LIMIT) {
                fail(emitter, trouble == null ? Cause.TOO_LARGE : trouble);
                leave();
            }
        }

        private void drop(Cause cause) {
            trouble = cause;
            content = Buffer.buffer();
            release();
        }

        private void tooLate(UniEmitter<? super byte[]> emitter) {
            Cause cause = trouble == null ? Cause.TOO_SLOW : trouble;
            drop(cause);
            fail(emitter, cause);
        }

        private void fail(UniEmitter<? super byte[]> emitter, Cause cause) {
            if (!ended) {
                ended = true;
                if (cause != Cause.SENDER_GONE) {
                    part();
                }
                emitter.fail(new NotRead(cause, limit, Math.max(size, announced())));
            }
        }

        /** A sender like this is served no longer, whether or not it listens to the answer. The header alone closes nothing. */
        private void part() {
            if (!isMultiplexed()) {
                http.response().putHeader("Connection", "close");
            }
            vertx.setTimer(LINGER.toMillis(), id -> leave());
        }

        /** Requests on the same connection may be other people's: a proxy has one for all. */
        private void leave() {
            if (isMultiplexed()) {
                http.response().reset();
            } else {
                http.connection().close();
            }
        }

        private boolean isMultiplexed() {
            return http.version() == HttpVersion.HTTP_2;
        }

        void release() {
            room.addAndGet(held.getAndSet(0));
        }
    }
}

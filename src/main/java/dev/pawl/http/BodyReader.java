package dev.pawl.http;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Reads a body byte for byte, up to a limit. What comes over the limit is read and dropped for a while, so that the sender
 * sees the answer instead of a broken connection, then the connection is closed.
 */
public final class BodyReader {

    private static final long DROP_LIMIT = 8L << 20;

    private BodyReader() {}

    /** A body, or the fact that it was too large. */
    public sealed interface Body {
        <T> T fold(Function<byte[], T> whole, LongFunction<T> tooLarge);
    }

    private static final class Whole implements Body {
        private final byte[] bytes;

        Whole(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public <T> T fold(Function<byte[], T> whole, LongFunction<T> tooLarge) {
            return whole.apply(bytes);
        }
    }

    private record TooLarge(long size) implements Body {
        @Override
        public <T> T fold(Function<byte[], T> whole, LongFunction<T> tooLarge) {
            return tooLarge.apply(size);
        }
    }

    /** Completes on the request's event loop; fails when the sender goes away in the middle. */
    public static Uni<Body> read(HttpServerRequest http, int limit) {
        return Uni.createFrom().emitter(emitter -> {
            Collector collector = new Collector(limit);
            http.handler(chunk -> {
                collector.add(chunk);
                if (collector.size > limit + DROP_LIMIT) {
                    http.connection().close();
                }
            });
            http.exceptionHandler(gone -> emitter.fail(new SenderGone()));
            http.endHandler(end -> {
                if (collector.size > limit) {
                    // A sender that ignores the limit is not served on this connection any longer.
                    http.response().putHeader("Connection", "close");
                }
                emitter.complete(collector.body());
            });
            http.resume();
        });
    }

    /** The sender went away in the middle of the body. Nobody is there to be answered. */
    public static final class SenderGone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SenderGone() {
            super("the sender went away", null, false, false);
        }
    }

    private static final class Collector {
        private final int limit;
        private Buffer content = Buffer.buffer();
        private long size;

        Collector(int limit) {
            this.limit = limit;
        }

        void add(Buffer chunk) {
            size += chunk.length();
            content = size > limit ? Buffer.buffer() : content.appendBuffer(chunk);
        }

        Body body() {
            return size > limit ? new TooLarge(size) : new Whole(content.getBytes());
        }
    }
}

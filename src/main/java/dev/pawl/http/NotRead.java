package dev.pawl.http;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Locale;

/** There is no body, and why. Nothing went wrong here, so that it has no stack trace. */
public final class NotRead extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String RETRY_AFTER_SECONDS = "2";

    private final Cause cause;
    private final int limit;
    private final long size;

    /** Why there is no body. */
    public enum Cause {
        TOO_LARGE,
        /** It did not end in time. */
        TOO_SLOW,
        /** There are too many others at the same time. */
        NO_ROOM,
        /** In the middle of the body. Nobody is there to be answered. */
        SENDER_GONE;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    NotRead(Cause cause, int limit, long size) {
        super(cause.word(), null, false, false);
        this.cause = cause;
        this.limit = limit;
        this.size = size;
    }

    public Cause why() {
        return cause;
    }

    /** Of the body, in bytes: what was announced or, where that is more, what came before it was given up. */
    public long size() {
        return size;
    }

    /** The most there may be, in bytes. */
    public int limit() {
        return limit;
    }

    public Response response() {
        return switch (cause) {
            case TOO_LARGE -> Problem.tooLarge(limit).response().build();
            case TOO_SLOW -> Problem.tooSlow().response().build();
            case NO_ROOM ->
                Problem.unavailable()
                        .response()
                        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                        .build();
            case SENDER_GONE -> Problem.badRequest().response().build();
        };
    }
}

package dev.pawl.http;

import io.vertx.core.VertxException;
import io.vertx.core.impl.NoStackTraceThrowable;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tells an unreachable database from a fault of our own. */
final class DatabaseTrouble {

    private static final int DEEPEST = 16;

    private DatabaseTrouble() {}

    static boolean isOutage(Throwable thrown) {
        @Nullable Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (isOutageItself(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** The pool tells of a connection it could not give in time with a bare throwable. */
    private static boolean isOutageItself(Throwable cause) {
        return cause instanceof IOException
                || cause instanceof VertxException
                || cause instanceof TimeoutException
                || cause instanceof NoStackTraceThrowable;
    }
}

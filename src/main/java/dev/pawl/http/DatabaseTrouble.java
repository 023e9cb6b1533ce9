package dev.pawl.http;

import io.vertx.core.VertxException;
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
            if (cause instanceof IOException || cause instanceof VertxException || cause instanceof TimeoutException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}

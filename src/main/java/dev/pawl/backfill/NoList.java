package dev.pawl.backfill;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A provider gave no list, told in words without secrets. */
final class NoList extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What follows from it. */
    enum Kind {
        /** The provider or the way to it: the same request may succeed soon. */
        UNREACHABLE,
        /** It does not answer this request: asking again at once is of no use. */
        REFUSED,
        /** There is no such thing, or no longer. */
        GONE
    }

    private final Kind kind;
    private final transient @Nullable Duration notBefore;

    private NoList(Kind kind, String why, @Nullable Duration notBefore) {
        super(why, null, false, false);
        this.kind = kind;
        this.notBefore = notBefore;
    }

    static NoList unreachable(String why) {
        return new NoList(Kind.UNREACHABLE, why, null);
    }

    static NoList refused(String why) {
        return new NoList(Kind.REFUSED, why, null);
    }

    /** @param notBefore what {@code Retry-After} says; null: nothing */
    static NoList status(int status, @Nullable Duration notBefore) {
        Kind kind = status == 429 || status == 408 || status > 499
                ? Kind.UNREACHABLE
                : status == 404 || status == 410 ? Kind.GONE : Kind.REFUSED;
        return new NoList(kind, "status " + status, notBefore);
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    Duration notBefore() {
        return notBefore;
    }
}

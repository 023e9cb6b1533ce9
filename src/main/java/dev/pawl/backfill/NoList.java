package dev.pawl.backfill;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A provider gave no list, told in words without secrets. */
final class NoList extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What follows from it. */
    enum Kind {
        /** The provider or the way to it: the same request may succeed soon. */
        UNREACHABLE,
        /** It does not let us ask: asking again at once is of no use. */
        REFUSED,
        /** What was asked for is not there, or makes no sense: a cursor that ran out, an element that has gone. */
        SENSELESS
    }

    private static final Set<Integer> SENSELESS = Set.of(400, 404, 410, 422);

    /** The provider wants nothing to be asked now. */
    private static final Set<Integer> NOBODY = Set.of(408, 429, 502, 503, 504);

    private static final int NO_STATUS = 0;
    private static final int NOT_ASKED = -1;
    private static final int NO_CONNECTION = -2;

    private final Kind kind;
    private final int status;
    private final transient @Nullable Duration notBefore;

    private NoList(Kind kind, int status, String why, @Nullable Duration notBefore) {
        super(why, null, false, false);
        this.status = status;
        this.kind = kind;
        this.notBefore = notBefore;
    }

    static NoList unreachable(String why) {
        return new NoList(Kind.UNREACHABLE, NO_STATUS, why, null);
    }

    static NoList notAsked(String why) {
        return new NoList(Kind.UNREACHABLE, NOT_ASKED, why, null);
    }

    /** Nobody was reached who could have seen the question. */
    static NoList noConnection(String why) {
        return new NoList(Kind.UNREACHABLE, NO_CONNECTION, why, null);
    }

    static NoList senseless(String why) {
        return new NoList(Kind.SENSELESS, NO_STATUS, why, null);
    }

    /** @param notBefore what {@code Retry-After} says; null: nothing */
    static NoList status(int status, @Nullable Duration notBefore) {
        return new NoList(kind(status), status, "status " + status, notBefore);
    }

    private static Kind kind(int status) {
        if (status == 429 || status == 408 || status > 499) {
            return Kind.UNREACHABLE;
        }
        return SENSELESS.contains(status) ? Kind.SENSELESS : Kind.REFUSED;
    }

    /** Whether others would be answered in the same way. */
    boolean isAboutAll() {
        return kind == Kind.REFUSED || status == NOT_ASKED || NOBODY.contains(status);
    }

    /** Whether it says nothing about what was asked for. */
    boolean isAboutTheWay() {
        return status == NO_CONNECTION;
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    Duration notBefore() {
        return notBefore;
    }
}

package dev.pawl.ledger;

import dev.pawl.ledger.Rows.SqlCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the statements ended that a command cannot do without.
 *
 * @param why for people; null: they are done
 * @param ran those that are done; nothing unless all are
 */
record Ending(Kind kind, @Nullable String why, List<@Nullable SqlCall> ran) {

    /** What follows for the command. */
    enum Kind {
        /** It is carried out. */
        DONE,
        /** The database says no: that is its end. */
        REJECTED,
        /** Nobody can say: nothing of it is kept. */
        NOT_KNOWN,
        /** There was no time or room for it in this transaction. */
        PUT_OFF,
        /** Somebody else is at a row it needs. */
        LOCKED
    }

    static Ending done(List<@Nullable SqlCall> ran) {
        return new Ending(Kind.DONE, null, ran);
    }

    static Ending rejected(String why) {
        return new Ending(Kind.REJECTED, why, List.of());
    }

    static Ending notKnown(String why) {
        return new Ending(Kind.NOT_KNOWN, why, List.of());
    }

    static Ending putOff() {
        return new Ending(Kind.PUT_OFF, null, List.of());
    }

    static Ending locked() {
        return new Ending(Kind.LOCKED, null, List.of());
    }

    /** Whether the entry has no place in this transaction. */
    boolean excludes() {
        return kind == Kind.NOT_KNOWN || kind == Kind.PUT_OFF || kind == Kind.LOCKED;
    }
}

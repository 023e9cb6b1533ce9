package dev.pawl.core.interpret;

import java.util.Locale;

/** Whether an event is about real business. */
public enum Mode {
    LIVE,
    TEST;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Which events a source takes. */
    public enum Accepted {
        LIVE,
        TEST,
        /** Both; the mode becomes part of the account, so that the two never meet. */
        ANY;

        boolean takes(Mode mode) {
            return this == ANY || name().equals(mode.name());
        }
    }
}

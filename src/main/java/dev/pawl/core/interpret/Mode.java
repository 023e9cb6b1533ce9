package dev.pawl.core.interpret;

import java.util.Locale;

/** Whether an event is about real business. */
public enum Mode {
    LIVE,
    TEST;

    /** Takes this one and no other. */
    Accepted alone() {
        return this == LIVE ? Accepted.LIVE : Accepted.TEST;
    }

    /** Which events a source takes. */
    public enum Accepted {
        LIVE,
        TEST,
        /** Both; the mode becomes part of the account, so that the two never meet. */
        ANY;

        boolean takes(Accepted said) {
            return this == ANY || said == ANY || this == said;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

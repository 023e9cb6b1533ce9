package dev.pawl.core.interpret;

import org.jspecify.annotations.Nullable;

/**
 * What a template found in an event.
 *
 * @param present whether everything it refers to is there; JSON's {@code null} is not
 * @param text null when it is not there, or is nothing that may be used here
 */
record Found(boolean present, @Nullable String text) {

    static final Found ABSENT = new Found(false, null);
    static final Found UNUSABLE = new Found(true, null);

    static Found of(String text) {
        return new Found(true, text);
    }
}

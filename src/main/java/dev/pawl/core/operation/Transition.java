package dev.pawl.core.operation;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One numbered entry in an operation's history.
 *
 * @param from the state, status or attention reason left; null at creation and where attention is raised
 * @param to the state, status or attention reason entered; null where attention is cleared
 * @param correction whether it was forced against the machine's direction
 * @param detail names and values worth showing (changed fields, what is in doubt)
 */
public record Transition(
        UUID operation,
        int seq,
        Kind kind,
        @Nullable String from,
        @Nullable String to,
        Cause cause,
        boolean correction,
        Map<String, String> detail) {

    public Transition {
        detail = Map.copyOf(detail);
    }

    /**
     * The operation's status right after such a transition.
     *
     * @param machine null: no longer known
     * @param otherwise where the transition does not tell
     */
    public static Status statusAfter(Kind kind, @Nullable String to, @Nullable Machine machine, Status otherwise) {
        if (to == null) {
            return otherwise;
        }
        return switch (kind) {
            case MOVE ->
                machine != null && machine.knows(to) ? machine.state(to).status() : otherwise;
            case STATUS -> Status.valueOf(to.toUpperCase(Locale.ROOT));
            case FIELDS, ATTENTION -> otherwise;
        };
    }

    /** What kind of change it records. */
    public enum Kind {
        MOVE,
        STATUS,
        FIELDS,
        ATTENTION;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

package dev.pawl.ledger;

import io.vertx.pgclient.PgException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an SQLSTATE means for a batch.
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL error codes</a>
 */
public enum SqlState {
    /** The same statements may succeed at once: deadlock, serialisation failure, a plan cached before a migration. */
    AGAIN,
    /** A row is locked elsewhere. */
    LOCKED,
    /** A partition for the day is missing. */
    NO_PARTITION,
    /** Something in the data, or a rule somebody put on a table: one entry is at fault, not the others. */
    DATA,
    /** The transaction was already lost when the statement arrived; another statement tells why. */
    ABORTED,
    /** The database or the way to it: nobody is at fault and the connection cannot be trusted. */
    UNAVAILABLE;

    private static final String NOT_SUPPORTED = "0A000";
    private static final String NO_SUCH_STATEMENT = "26000";

    /** Where PostgreSQL finds out that a plan no longer fits; its words depend on the server's language. */
    private static final String REVALIDATION = "RevalidateCachedQuery";

    private static final Set<String> TRANSIENT = Set.of("40P01", "40001", "0A000", "26000");
    private static final Set<String> DATA_CLASSES = Set.of("21", "22", "23", "2F", "38", "39", "44", "54", "P0");

    /** A decision that threw: a fault of one entry, never of its neighbours. */
    static final class Undecidable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Undecidable(RuntimeException cause) {
            super(cause);
        }
    }

    static SqlState of(Throwable failure) {
        if (failure instanceof Undecidable) {
            return DATA;
        }
        PgException error = cause(failure);
        if (error == null || error.getSqlState() == null) {
            return UNAVAILABLE;
        }
        String code = error.getSqlState();
        if (TRANSIENT.contains(code)) {
            return AGAIN;
        }
        if (code.equals("55P03")) {
            return LOCKED;
        }
        if (code.equals("25P02")) {
            return ABORTED;
        }
        // A failed check names its constraint; "no partition of relation found for row" has the code but no constraint.
        if (code.equals("23514") && error.getConstraint() == null) {
            return NO_PARTITION;
        }
        return DATA_CLASSES.contains(code.substring(0, 2)) ? DATA : UNAVAILABLE;
    }

    /** The database's code; null where the failure is not its answer to a statement. */
    public static @Nullable String code(Throwable failure) {
        PgException error = cause(failure);
        return error == null ? null : error.getSqlState();
    }

    /** Whether the database ended a statement that took longer than it may. */
    static boolean isTooLong(Throwable failure) {
        return "57014".equals(code(failure));
    }

    /** What the database says, which may hold values; empty where it says nothing. */
    static String message(Throwable failure) {
        PgException error = cause(failure);
        return error == null || error.getErrorMessage() == null ? "" : error.getErrorMessage();
    }

    /** Whether the connection has prepared the statement for tables that have changed since; another one has not. */
    public static boolean isStalePlan(Throwable failure) {
        PgException error = cause(failure);
        if (error == null) {
            return false;
        }
        String routine = error.getRoutine();
        return NO_SUCH_STATEMENT.equals(error.getSqlState())
                || (NOT_SUPPORTED.equals(error.getSqlState()) && (routine == null || routine.equals(REVALIDATION)));
    }

    /** Whether the statement cannot run at all, whatever its values: something is missing, or its text is wrong. */
    static boolean isUnusable(Throwable failure) {
        String code = code(failure);
        return code != null && (code.startsWith("42") || (code.equals(NOT_SUPPORTED) && !isStalePlan(failure)));
    }

    /** A text for logs: code and where, never values. */
    public static String describe(Throwable failure) {
        PgException error = cause(failure);
        if (error == null) {
            return failure.getClass().getSimpleName();
        }
        String constraint = error.getConstraint() == null ? "" : " constraint " + error.getConstraint();
        String table = error.getTable() == null ? "" : " table " + error.getTable();
        return "SQLSTATE " + error.getSqlState() + table + constraint;
    }

    private static @Nullable PgException cause(Throwable failure) {
        Throwable at = failure;
        while (at != null && !(at instanceof PgException)) {
            at = at.getCause();
        }
        return (PgException) at;
    }
}

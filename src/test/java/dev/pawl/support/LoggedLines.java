package dev.pawl.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/** Keeps what is logged, with its stack traces, nothing escaped. From any thread; closing stops it. */
public final class LoggedLines extends Handler implements AutoCloseable {

    /** What PostgreSQL writes itself goes to its own log elsewhere. */
    private static final String OF_THE_DATABASE = EmbeddedPostgres.class.getName();

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Formatter formatter = new PatternFormatter("%s%e");
    private final Predicate<LogRecord> wanted;

    private LoggedLines(Predicate<LogRecord> wanted) {
        this.wanted = wanted;
    }

    /** From now on, everything. */
    public static LoggedLines listening() {
        return of(record -> !OF_THE_DATABASE.equals(record.getLoggerName()));
    }

    /** From now on, what no bad input may cause: exceptions and errors. */
    public static LoggedLines faults() {
        return of(record -> record.getThrown() != null || record.getLevel().intValue() >= Level.SEVERE.intValue());
    }

    private static LoggedLines of(Predicate<LogRecord> wanted) {
        LoggedLines lines = new LoggedLines(wanted);
        Logger.getLogger("").addHandler(lines);
        return lines;
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord record) {
        if (wanted.test(record)) {
            lines.add(formatter.format(record));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(this);
    }
}

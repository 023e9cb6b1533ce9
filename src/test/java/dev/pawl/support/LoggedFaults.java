package dev.pawl.support;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Listens to the log for what no bad input may cause: exceptions and errors. From any thread; closing stops it. */
public final class LoggedFaults extends Handler {

    private final Queue<String> seen = new ConcurrentLinkedQueue<>();

    private LoggedFaults() {}

    public static LoggedFaults listening() {
        LoggedFaults faults = new LoggedFaults();
        Logger.getLogger("").addHandler(faults);
        return faults;
    }

    public List<String> seen() {
        return List.copyOf(seen);
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getThrown() != null || record.getLevel().intValue() >= Level.SEVERE.intValue()) {
            seen.add(record.getLoggerName() + ": " + record.getMessage() + " " + record.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(this);
    }
}

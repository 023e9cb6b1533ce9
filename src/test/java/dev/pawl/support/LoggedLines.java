package dev.pawl.support;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;

/** Keeps everything that is logged, with its stack traces, before any formatter escapes it. From any thread; closing stops it. */
public final class LoggedLines extends Handler {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    private LoggedLines() {}

    public static LoggedLines listening() {
        LoggedLines lines = new LoggedLines();
        Logger.getLogger("").addHandler(lines);
        return lines;
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord record) {
        StringWriter text = new StringWriter();
        text.append(record instanceof ExtLogRecord more ? more.getFormattedMessage() : record.getMessage());
        if (record.getThrown() != null) {
            record.getThrown().printStackTrace(new PrintWriter(text, true));
        }
        lines.add(text.toString());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(this);
    }
}

package dev.pawl.dispatch;

import dev.pawl.core.outbound.Trace;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** What an effect carries so that its receiver's logs and traces belong to the delivery that caused it. */
final class TraceHeaders {

    private TraceHeaders() {}

    /** A fresh span for every attempt. */
    static Map<String, String> of(Trace trace) {
        Map<String, String> headers = new TreeMap<>();
        String next = trace.next(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
        if (next != null) {
            headers.put("traceparent", next);
            putIfThere(headers, "tracestate", trace.tracestate());
        }
        putIfThere(headers, "correlation-id", trace.correlationId());
        return headers;
    }

    private static void putIfThere(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }
}

package dev.pawl.ledger;

import dev.pawl.config.Source;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.outbound.Trace;
import dev.pawl.core.verify.InboundRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** What is kept of a request besides its body. */
final class RequestNotes {

    private RequestNotes() {}

    /** Where the request names no correlation id, the delivery's own is one. */
    static Trace trace(InboundRequest request, UUID delivery) {
        String correlation = Trace.CORRELATION.stream()
                .map(name -> Trace.correlationId(request.header(name)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(delivery.toString());
        return Trace.of(request.header("traceparent"), request.header("tracestate"), correlation);
    }

    /** Of a delivery that is read again; those stored before there were correlation ids have none. */
    static Trace trace(Ledger.Stored stored) {
        Trace trace = stored.trace();
        return trace.correlationId() == null
                ? trace.correlated(stored.delivery().toString())
                : trace;
    }

    static Trace ownTrace(UUID delivery) {
        return new Trace(null, delivery.toString());
    }

    /**
     * As JSON: those headers that the source's preset wants kept, as far as PostgreSQL can store them. One that came more
     * than once is a list, so that whoever reads it again sees what was seen at first.
     */
    static String headers(Source source, InboundRequest request) {
        Map<String, List<String>> kept = new LinkedHashMap<>();
        for (String name : source.keptHeaders()) {
            List<String> values = request.header(name);
            if (!values.isEmpty() && values.stream().allMatch(OperationKey::isStorable)) {
                kept.put(name, values);
            }
        }
        return Json.oneOrMore(kept);
    }
}

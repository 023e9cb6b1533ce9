package dev.pawl.intake;

import dev.pawl.admission.Admissions;
import dev.pawl.core.verify.InboundRequest;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests as they came in, untouched. */
final class Requests {

    /** Bytes that are verified and read in less time than changing threads is worth. */
    private static final int LIGHT = 64 << 10;

    private Requests() {}

    static InboundRequest of(HttpServerRequest http, byte[] body) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        http.headers().names().forEach(name -> headers.put(name, http.headers().getAll(name)));
        return new InboundRequest(http.method().name(), http.uri(), headers, body);
    }

    /** Every coding that was applied, in one text; empty: the body is as it is. */
    static String codingOf(HttpServerRequest http) {
        return Admissions.codingOf(http.headers().getAll("Content-Encoding"));
    }

    /** Whether verifying and reading it would keep everybody else on the event loop waiting. */
    static boolean isHeavy(InboundRequest request) {
        return request.body().length > LIGHT;
    }
}

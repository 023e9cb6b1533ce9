package dev.pawl.intake;

import dev.pawl.core.verify.InboundRequest;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Requests as they came in, untouched. */
final class Requests {

    private Requests() {}

    static InboundRequest of(HttpServerRequest http, byte[] body) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        http.headers().names().forEach(name -> headers.put(name, http.headers().getAll(name)));
        return new InboundRequest(http.method().name(), http.uri(), headers, body);
    }

    /** Every coding that was applied, in one text; empty: the body is as it is. */
    static String codingOf(HttpServerRequest http) {
        String codings = String.join(",", http.headers().getAll("Content-Encoding"))
                .strip()
                .toLowerCase(Locale.ROOT);
        return codings.equals("identity") ? "" : codings;
    }

    static boolean isCoded(HttpServerRequest http) {
        return !codingOf(http).isEmpty();
    }
}

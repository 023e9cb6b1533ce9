package dev.pawl.admin;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Headers of every answer under {@code /admin}, whoever gives it (a refusal comes before any resource): not to be cached or
 * guessed at, and a 405 says what is allowed.
 */
final class AdminHeaders {

    private static final int BEFORE_AUTHENTICATION = 1_000;

    private static final String READ = "GET, HEAD, OPTIONS";
    private static final String WRITE = "POST, OPTIONS";

    /** Paths of this package's resources. */
    private static final Map<Pattern, String> ALLOWED = Map.of(
            Pattern.compile("/admin/status"), READ,
            Pattern.compile("/admin/sources/[^/]+"), READ,
            Pattern.compile("/admin/operations(/[^/]+(/[^/]+/[^/]+)?)?"), READ,
            Pattern.compile("/admin/operations/[^/]+/actions"), WRITE,
            Pattern.compile("/admin/deliveries(/[^/]+(/body)?)?"), READ,
            Pattern.compile("/admin/deliveries/[^/]+/replay"), WRITE);

    void register(@Observes Filters filters) {
        filters.register(AdminHeaders::add, BEFORE_AUTHENTICATION);
    }

    private static void add(RoutingContext context) {
        String path = context.normalizedPath();
        if (path.startsWith("/admin")) {
            HttpServerResponse response = context.response();
            response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            response.putHeader("X-Content-Type-Options", "nosniff");
            context.addHeadersEndHandler(ended -> {
                if (response.getStatusCode() == 405) {
                    allowed(path).ifPresent(methods -> response.putHeader(HttpHeaders.ALLOW, methods));
                }
            });
        }
        context.next();
    }

    static Optional<String> allowed(String path) {
        return ALLOWED.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(path).matches())
                .map(Map.Entry::getValue)
                .findFirst();
    }
}

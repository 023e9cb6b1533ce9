package dev.pawl.admin;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Headers of every admin answer: not to be cached or guessed at, and a 405 says what is allowed. */
public final class AdminHeaders {

    private static final String READ = "GET, HEAD, OPTIONS";
    private static final String WRITE = "POST, OPTIONS";

    /** Paths of this package's resources. */
    static final Map<Pattern, String> ALLOWED = Map.of(
            Pattern.compile("/admin/status"), READ,
            Pattern.compile("/admin/sources/[^/]+"), READ,
            Pattern.compile("/admin/operations(/[^/]+(/[^/]+/[^/]+)?)?"), READ,
            Pattern.compile("/admin/operations/[^/]+/actions"), WRITE,
            Pattern.compile("/admin/deliveries(/[^/]+(/body)?)?"), READ,
            Pattern.compile("/admin/deliveries/[^/]+/replay"), WRITE);

    @ServerResponseFilter
    public void add(ContainerRequestContext request, ContainerResponseContext response) {
        String path = request.getUriInfo().getPath();
        if (!path.startsWith("/admin")) {
            return;
        }
        response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
        response.getHeaders().putSingle("X-Content-Type-Options", "nosniff");
        if (response.getStatus() == 405) {
            allowed(path).ifPresent(methods -> response.getHeaders().putSingle(HttpHeaders.ALLOW, methods));
        }
    }

    static Optional<String> allowed(String path) {
        return ALLOWED.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(path).matches())
                .map(Map.Entry::getValue)
                .findFirst();
    }
}

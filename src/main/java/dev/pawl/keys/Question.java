package dev.pawl.keys;

import dev.pawl.core.verify.KeyRequest;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request to somebody outside; https. */
record Question(
        String method,
        URI url,
        Map<String, String> headers,
        @Nullable String body) {

    private static final int HTTPS = 443;

    static Question of(KeyRequest request) {
        return new Question(request.method(), URI.create(request.url()), request.headers(), request.body());
    }

    static Question get(URI url) {
        return new Question("GET", url, Map.of(), null);
    }

    String host() {
        return url.getHost();
    }

    int port() {
        return url.getPort() < 0 ? HTTPS : url.getPort();
    }

    /** Path and query as they are sent. */
    String target() {
        String path = url.getRawPath();
        String query = url.getRawQuery();
        return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
    }

    /** Neither path, headers nor body: they may hold secrets. */
    @Override
    public String toString() {
        return "Question[" + method + " " + host() + "]";
    }
}

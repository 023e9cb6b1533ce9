package dev.pawl.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request to the service on this machine. {@code HttpURLConnection}, because a health check must be small and quick. */
final class LocalHttp {

    private static final int FIRST_ERROR = 400;

    /** What came back; {@code status} is the HTTP status. */
    record Answer(int status, String body) {}

    private LocalHttp() {}

    /** @throws IOException nothing listens, or no answer in time */
    static Answer get(int port, String path, @Nullable String token, Duration timeout) throws IOException {
        return answer(connection(port, path, token, timeout));
    }

    /** @throws IOException nothing listens, or no answer in time */
    static Answer post(int port, String path, @Nullable String token, String json, Duration timeout)
            throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return post(port, path, token, Map.of("Content-Type", "application/json"), body, timeout);
    }

    /** @throws IOException nothing listens, or no answer in time */
    static Answer post(
            int port, String path, @Nullable String token, Map<String, String> headers, byte[] body, Duration timeout)
            throws IOException {
        HttpURLConnection connection = connection(port, path, token, timeout);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(body.length);
        headers.forEach(connection::setRequestProperty);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        return answer(connection);
    }

    private static HttpURLConnection connection(int port, String path, @Nullable String token, Duration timeout)
            throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        connection.setConnectTimeout((int) timeout.toMillis());
        connection.setReadTimeout((int) timeout.toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Accept", "application/json");
        if (token != null) {
            connection.setRequestProperty("Authorization", "Bearer " + token);
        }
        return connection;
    }

    private static Answer answer(HttpURLConnection connection) throws IOException {
        try {
            int status = connection.getResponseCode();
            try (InputStream in = status < FIRST_ERROR ? connection.getInputStream() : connection.getErrorStream()) {
                return new Answer(status, in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } finally {
            connection.disconnect();
        }
    }
}

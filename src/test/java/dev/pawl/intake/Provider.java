package dev.pawl.intake;

import dev.pawl.support.PostgresResource;
import dev.pawl.support.WebhookScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.ConfigProvider;

/** A provider that sends over HTTP, and a look at what was stored. */
final class Provider {

    static final int LIMIT = 1 << 20;

    private static final String SECRET = "secret-for-tests-long-enough";
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Pattern DELIVERY = Pattern.compile("\"delivery\":\"([0-9a-f-]{36})\"");
    private static final Pattern VERDICTS = Pattern.compile("\"verdicts\":\\[([^]]*)]");

    private Provider() {}

    /** What came back; {@code delivery} only after a 2xx. */
    record Answer(int status, String body, HttpResponse<String> response) {
        UUID delivery() {
            Matcher found = DELIVERY.matcher(body);
            if (!found.find()) {
                throw new AssertionError("no delivery in " + status + " " + body);
            }
            return UUID.fromString(found.group(1));
        }

        List<String> verdicts() {
            Matcher found = VERDICTS.matcher(body);
            if (status != 200 || !found.find()) {
                throw new AssertionError("no verdicts in " + status + " " + body);
            }
            return List.of(found.group(1).replace("\"", "").split(","));
        }
    }

    static String fresh(String prefix) {
        return prefix + "_in_" + NAMES.incrementAndGet();
    }

    /** An event as the provider describes it; {@code fields} are further members. */
    static String event(String operation, String status, String fields) {
        return "{\"id\":\"" + fresh("evt") + "\",\"type\":\"payment.updated\",\"op\":\"" + operation
                + "\",\"status\":\""
                + status + "\",\"amount\":1000,\"currency\":\"EUR\",\"created\":"
                + Instant.now().getEpochSecond() + ",\"livemode\":true,\"account\":\"acct_1\"" + fields + "}";
    }

    static WebhookScenario signed(String body) {
        return WebhookScenario.valid()
                .withSecret(SECRET)
                .withTimestamp(Instant.now())
                .withBody(body);
    }

    static Answer send(WebhookScenario scenario) {
        return send("POST", "/webhooks/p", scenario);
    }

    static Answer send(String method, String path, WebhookScenario scenario) {
        HttpRequest.Builder request = request(path).method(method, BodyPublishers.ofByteArray(scenario.body()));
        scenario.headers().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return exchange(request);
    }

    /** Without Content-Length: the server learns the size only by reading. */
    static Answer sendChunked(WebhookScenario scenario) {
        HttpRequest.Builder request =
                request("/webhooks/p").POST(BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(scenario.body())));
        scenario.headers().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return exchange(request);
    }

    static Answer exchange(HttpRequest.Builder request) {
        try {
            // One connection each: an answer that closes must not disturb the next request.
            HttpResponse<String> response = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static HttpRequest.Builder request(String path) {
        int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }

    /** The stored bytes, as hex. */
    static String storedBody(UUID delivery) {
        return one("select encode(body, 'hex') from ~.delivery where id = ?", delivery);
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static String one(String sql, Object... parameters) {
        String schema = ConfigProvider.getConfig().getValue("pawl.db.schema", String.class);
        try (Connection connection = PostgresResource.connection();
                PreparedStatement statement = connection.prepareStatement(sql.replace("~", schema))) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? String.valueOf(rows.getString(1)) : "nothing";
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many requests to a source are written down as refused for this cause. */
    static long refused(String source, String cause) {
        return Long.parseLong(one(
                "select coalesce(sum(n), 0) from ~.counter where source = ? and kind = 'refused' and name = ?",
                source,
                cause));
    }

    /** Everything a refused request could leave behind. */
    static String footprint() {
        return one("select (select count(*) from ~.delivery) || ' ' || (select count(*) from ~.event) || ' '"
                + " || (select count(*) from ~.operation)");
    }
}

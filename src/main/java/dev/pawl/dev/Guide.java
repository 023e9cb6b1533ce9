package dev.pawl.dev;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.ConfigProvider;

/** Waits until Pawl is ready, sends the first webhook to the demo source, and prints what came of it and what to do next. */
final class Guide implements Runnable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** The first request of a development server loads most of its classes. */
    private static final Duration PATIENCE_WITH_FIRST = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final int OK = 200;
    private static final int MOST = 500;

    private final boolean demo;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();

    Guide(boolean demo) {
        this.demo = demo;
    }

    @Override
    public void run() {
        try {
            if (awaitReady()) {
                System.out.println(demo ? withDemo() : withOwnConfiguration());
            } else {
                System.out.println("Pawl was not ready within " + PATIENCE.toSeconds() + " s; what is missing: curl "
                        + management() + "/q/health/ready");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | GeneralSecurityException e) {
            System.out.println("The first webhook could not be sent: " + e);
        }
    }

    private boolean awaitReady() throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            try {
                if (send(get(management() + "/q/health/ready")).statusCode() == OK) {
                    return true;
                }
            } catch (IOException notYet) {
                // Refused until the server listens: the loop asks again.
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        }
        return false;
    }

    private String withDemo() throws IOException, InterruptedException, GeneralSecurityException {
        DemoWebhook webhook = DemoWebhook.about("demo_1", Instant.now());
        HttpResponse<String> answer = send(get(server() + DemoWebhook.PATH)
                .header("Content-Type", "application/json")
                .header("Stripe-Signature", webhook.signature())
                .POST(HttpRequest.BodyPublishers.ofString(webhook.body())));
        HttpResponse<String> operation = send(admin(server() + "/admin/operations/demo/payment/pi_demo_1"));
        return """

                ── Pawl is ready ─────────────────────────────────────────────────────────────────────────────
                A first signed webhook (payment pi_demo_1) was sent to %s:
                  %d %s
                and is seen as:
                  %s

                Send another; the second time it is a duplicate:

                %s
                %s""".formatted(
                        DemoWebhook.PATH,
                        answer.statusCode(),
                        beginning(answer.body()),
                        operation.statusCode() == OK
                                ? summary(operation.body())
                                : operation.statusCode() + " " + beginning(operation.body()),
                        DemoWebhook.command(server(), "demo_2"),
                        whereToLook());
    }

    private static String beginning(String body) {
        return body.length() <= MOST ? body : body.substring(0, MOST) + " …";
    }

    private static String summary(String operation) throws IOException {
        JsonNode json = new ObjectMapper().readTree(operation);
        return "%s %s: state %s, status %s, deliveries %s, duplicates %s"
                .formatted(
                        json.path("type").asText(),
                        json.path("key").asText(),
                        json.path("state").asText(),
                        json.path("status").asText(),
                        json.path("deliveries").asText(),
                        json.path("duplicates").asText());
    }

    private String withOwnConfiguration() {
        return "\n── Pawl is ready, with your own configuration ─────────────────────────────────────────────────\n"
                + whereToLook();
    }

    private String whereToLook() {
        return """
                Look at it:
                  curl -sS -H 'Authorization: Bearer %2$s' %1$s/admin/status
                  curl -sS -H 'Authorization: Bearer %2$s' '%1$s/admin/operations?limit=10'
                Health %3$s/q/health/ready · configuration %4$s · database %5$s
                Next: docs/presets/README.md (your provider), README.md (first pawl.yaml), docs/guarantees.md
                ──────────────────────────────────────────────────────────────────────────────────────────────
                """.formatted(
                        server(),
                        setting("pawl.admin.token", "<token>"),
                        management(),
                        setting("pawl.config", "pawl.yaml"),
                        setting("pawl.db.url", ""));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.timeout(PATIENCE_WITH_FIRST).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder get(String uri) {
        return HttpRequest.newBuilder(URI.create(uri));
    }

    private static HttpRequest.Builder admin(String uri) {
        return get(uri).header("Authorization", "Bearer " + setting("pawl.admin.token", ""));
    }

    private static String server() {
        return "http://127.0.0.1:" + setting("quarkus.http.port", "8080");
    }

    private static String management() {
        return "http://127.0.0.1:" + setting("quarkus.management.port", "9000");
    }

    private static String setting(String name, String otherwise) {
        return ConfigProvider.getConfig().getOptionalValue(name, String.class).orElse(otherwise);
    }
}

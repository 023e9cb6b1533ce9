package dev.pawl.service;

import static org.awaitility.Awaitility.await;

import dev.pawl.support.WebhookScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One process of the packaged jar, with its own ports and log. */
final class RunningService implements AutoCloseable {

    static final String SECRET = "secret-for-tests-long-enough";
    static final String TOKEN = "operator-token-for-tests-0001";

    private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar");
    /** As long as a provider that is in no hurry waits; an answer that takes longer has not come. */
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final Map<String, String> environment = new HashMap<>();
    private final Path log;
    private final int port = freePort();
    private final int management = freePort();
    private String heap = "384m";
    private @Nullable Process process;
    private boolean halted;

    RunningService(Path folder, String databaseUrl, Map<String, String> settings) {
        this.log = folder.resolve("service-" + port + ".log");
        environment.put(
                "PAWL_CONFIG",
                Path.of("src/test/resources/admin/pawl.yaml").toAbsolutePath().toString());
        environment.put("PAWL_DB_URL", databaseUrl);
        environment.put("PAWL_DB_USER", "postgres");
        environment.put("PAWL_DB_PASSWORD", "postgres");
        environment.put("PAWL_ADMIN_TOKEN", TOKEN);
        environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
        environment.put("QUARKUS_HTTP_PORT", Integer.toString(port));
        environment.put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
        environment.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(management));
        environment.putAll(settings);
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RunningService withHeap(String most) {
        heap = most;
        return this;
    }

    RunningService start(String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-jar",
                JAR.toString());
        builder.command().addAll(java.util.List.of(arguments));
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    RunningService ready() {
        await().atMost(PATIENCE).until(() -> health("ready") == 200);
        return this;
    }

    /** The status of a health check, 0 while nobody answers. */
    int health(String check) {
        return get(management, "/q/health/" + check);
    }

    /** The status of a read of the admin API, as operator. */
    int read(String path) {
        return get(port, path);
    }

    private int get(int where, String path) {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + where + path))
                                    .header("Authorization", "Bearer " + TOKEN)
                                    .timeout(DEADLINE)
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** What the admin API tells an operator. */
    String told(String path) {
        HttpResponse<String> answer =
                exchange(HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + TOKEN));
        if (answer == null || answer.statusCode() >= 400) {
            throw new AssertionError(path + ": " + (answer == null ? "no answer" : answer.statusCode()));
        }
        return answer.body();
    }

    int port() {
        return port;
    }

    /** Sends a command; the answer, or null when the connection broke or no answer came in time. */
    @Nullable
    HttpResponse<String> command(String path, String token, String key, String body) {
        return post(path, Map.of("Authorization", "Bearer " + token, "Idempotency-Key", key), body);
    }

    /** The answer, or null when the connection broke or no answer came in time. */
    @Nullable
    HttpResponse<String> post(String path, Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return exchange(request);
    }

    private @Nullable HttpResponse<String> exchange(HttpRequest.Builder request) {
        try {
            return http.send(request.timeout(DEADLINE).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Asks what became of a command; null when the connection broke or no answer came in time. */
    @Nullable
    HttpResponse<String> look(String path, String token) {
        try {
            return http.send(
                    HttpRequest.newBuilder(uri(path))
                            .header("Authorization", "Bearer " + token)
                            .timeout(DEADLINE)
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Sends one payment, signed; the status, or 0 when the connection broke or no answer came in time. */
    int pay(String operation) {
        return send(payment(operation, ""));
    }

    /** As {@link #pay}, with a body of exactly that many bytes. */
    int payPadded(String operation, int bytes) {
        int bare = payment(operation, "").length();
        return send(payment(operation, "x".repeat(bytes - bare)));
    }

    private static String payment(String operation, String note) {
        return "{\"id\":\"evt_" + operation + "\",\"type\":\"payment.updated\",\"op\":\"" + operation
                + "\",\"status\":\"succeeded\",\"amount\":1000,\"currency\":\"EUR\",\"created\":"
                + Instant.now().getEpochSecond() + ",\"livemode\":true,\"account\":\"a\",\"note\":\"" + note + "\"}";
    }

    private int send(String body) {
        WebhookScenario webhook = WebhookScenario.valid()
                .withSecret(SECRET)
                .withTimestamp(Instant.now())
                .withBody(body);
        try {
            HttpResponse<Void> answer = http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/webhooks/p"))
                            .header("X-P-Signature", webhook.signature())
                            .timeout(DEADLINE)
                            .POST(BodyPublishers.ofByteArray(webhook.body()))
                            .build(),
                    BodyHandlers.discarding());
            return answer.statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    void kill() {
        Process running = java.util.Objects.requireNonNull(process);
        running.destroyForcibly();
        waitFor(running);
    }

    /** Stops it where it stands: it keeps its connections, and does nothing with them. */
    void halt() {
        signal("STOP");
        halted = true;
    }

    /** As if no time had passed. */
    void goOn() {
        signal("CONT");
        halted = false;
    }

    private void signal(String name) {
        long pid = java.util.Objects.requireNonNull(process).pid();
        try {
            int code = waitFor(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start());
            if (code != 0) {
                throw new IllegalStateException("kill -" + name + " ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The exit code, once it has ended by itself. */
    int exitCode() {
        return waitFor(java.util.Objects.requireNonNull(process));
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int waitFor(Process process) {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the process does not end");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }

    @Override
    public void close() {
        Process running = process;
        if (running != null && running.isAlive()) {
            if (halted) {
                goOn();
            }
            running.destroy();
            waitFor(running);
        }
    }
}

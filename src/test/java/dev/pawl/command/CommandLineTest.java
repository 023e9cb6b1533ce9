package dev.pawl.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {

    private static final String TOKEN = "a-token-of-the-viewer";
    private static final String VALID = """
            sources:
              shop: { preset: stripe, mode: test, secrets: ["whsec_of_the_test_0123456789abcdef"] }
            """;
    private static final String STATUS = """
            {"operations":{"processing":1,"completed":12,"failed":0},"attention":1,"attentionBy":{"conflict":1},
             "effects":{"pending":0,"dead":2,"oldestPendingSeconds":null},
             "sources":{"shop":{"received":15,"lastReceivedAt":"2026-12-01T10:00:00Z","verdicts":{"applied":13,"duplicate":2},
              "attention":1,"refused":{"signature-wrong":3},"lastRefusedAt":null,"hint":"the secret is of another endpoint"}},
             "jobs":{"reconcile":{"lastRunAt":null,"lastSuccessAt":null,"lastError":"refused"}},
             "configuration":{"hash":"abc","error":"line 3"},"version":"1.2"}""";

    private static final String TRIED = """
            {"verified":true,"secret":"secrets[0]","verdicts":[{"verdict":"applied",
             "asserted":{"type":"payment","key":"pi_1","state":"succeeded"},
             "effects":["grant","tell"],"ran":{"grant":"done"}}]}""";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private HttpServer service;
    private int readiness = 200;

    @BeforeEach
    void startService() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/q/health/ready", exchange -> answer(exchange, readiness, "{\"status\":\"?\"}"));
        service.createContext("/admin/status", exchange -> {
            boolean allowed =
                    ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            answer(exchange, allowed ? 200 : 401, allowed ? STATUS : "{}");
        });
        service.start();
    }

    @AfterEach
    void stopService() {
        service.stop(0);
    }

    @Test
    void noArgumentServesWhenTheConfigurationIsValid() throws IOException {
        assertThat(run(Map.of("PAWL_CONFIG", configuration(VALID)))).isEmpty();
        assertThat(err()).isEmpty();
    }

    @Test
    void wrongConfigurationEndsWithAllMistakesAndNoStackTrace() throws IOException {
        String wrong = configuration("sources: { shop: { preset: strype, mode: test } }\nefects: []\n");

        assertThat(run(Map.of("PAWL_CONFIG", wrong))).hasValue(1);
        assertThat(err()).contains("does not start", "strype", "efects").doesNotContain("\tat ", "Exception");
    }

    @Test
    void missingSecretFileKeepsItFromServing() throws IOException {
        String missing = folder.resolve("missing").toString();

        assertThat(run(Map.of("PAWL_CONFIG", configuration(VALID), "PAWL_ADMIN_TOKEN_FILE", missing)))
                .hasValue(1);
        assertThat(err()).contains("PAWL_ADMIN_TOKEN_FILE", missing);
    }

    @Test
    void checkTakesTheFileAsArgumentOrFromTheEnvironment() throws IOException {
        assertThat(run(Map.of(), "check", configuration(VALID))).hasValue(0);
        assertThat(out()).contains("is valid");
        assertThat(run(Map.of("PAWL_CONFIG", configuration("sources: 7\n")), "check"))
                .hasValue(1);
    }

    @Test
    void unknownSubcommandOrArgumentIsWrongUsage() {
        assertThat(run(Map.of(), "serv")).hasValue(2);
        assertThat(run(Map.of(), "status", "--jsn")).hasValue(2);
        assertThat(run(Map.of(), "health", "now")).hasValue(2);
        assertThat(run(Map.of(), "check", "a", "b")).hasValue(2);
        assertThat(err()).contains("pawl check");
        assertThat(out()).isEmpty();
    }

    @Test
    void helpIsNotAnError() {
        assertThat(run(Map.of(), "--help")).hasValue(0);
        assertThat(out()).contains("pawl status");
    }

    @Test
    void healthFollowsReadiness() {
        assertThat(run(ports(), "health")).hasValue(0);
        readiness = 503;
        assertThat(run(ports(), "health")).hasValue(1);
    }

    @Test
    void healthIsNotReadyWhereNothingListens() throws IOException {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = socket.getLocalPort();
        }

        assertThat(run(Map.of("QUARKUS_MANAGEMENT_PORT", Integer.toString(nobody)), "health"))
                .hasValue(1);
        assertThat(err()).contains(Integer.toString(nobody));
    }

    @Test
    void sendSignsTheSampleAndTellsWhatTheServiceMakesOfIt() throws IOException {
        AtomicBoolean rolledBack = new AtomicBoolean();
        service.createContext("/admin/dry-run", exchange -> {
            JsonNode sent = new ObjectMapper().readTree(exchange.getRequestBody());
            rolledBack.set(sent.path("rollBack").asBoolean());
            byte[] body = Base64.getDecoder().decode(sent.path("bodyBase64").asText());
            String signature =
                    sent.path("headers").path("stripe-signature").path(0).asText();
            String right = hmac("whsec_of_the_test_0123456789abcdef", signature.substring(2, 12) + ".", body);
            answer(exchange, 200, signature.endsWith("v1=" + right) ? TRIED : "{\"verified\":false}");
        });
        Map<String, String> environment = with(ports(), "PAWL_CONFIG", configuration(VALID));

        assertThat(run(environment, "send", "--source", "shop")).hasValue(0);
        assertThat(out())
                .contains(
                        "preset stripe",
                        "verified         by secrets[0]",
                        "applied          payment pi_1 is succeeded",
                        "  effect grant: done",
                        "  effect tell: would be sent",
                        "rolled back");
        assertThat(rolledBack).isTrue();
        assertThat(run(environment, "send", "--source", "nobody")).hasValue(1);
        assertThat(err()).contains("there is no source nobody");
        assertThat(run(environment, "send")).hasValue(2);
    }

    /** RFC 8032, section 7.1, test 1. */
    private static final String PUBLIC_KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

    @Test
    void sendSaysWhatOnlyTheProviderCanSign() throws IOException {
        String file = configuration("sources: { chat: { preset: discord, secrets: [\"" + PUBLIC_KEY + "\"] } }\n");

        assertThat(run(with(ports(), "PAWL_CONFIG", file), "send", "--source", "chat"))
                .hasValue(1);
        assertThat(err()).contains("cannot be signed here");
    }

    @Test
    void sendSaysWhatOnlyTheServiceKnows() throws IOException {
        String file = configuration("sources: { tasks: { preset: asana, pending: true } }\n");
        Map<String, String> environment = with(ports(), "PAWL_CONFIG", file);
        String key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

        assertThat(run(with(environment, "PAWL_KEY", key), "send", "--source", "tasks"))
                .hasValue(1);
        assertThat(err()).contains("no secret is configured", "only in the service's database");
    }

    private static String hmac(String secret, String time, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update(time.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void statusShowsWhatIsNotZero() {
        assertThat(run(with(ports(), "PAWL_VIEWER_TOKEN", TOKEN), "status")).hasValue(0);
        assertThat(out().lines())
                .containsExactly(
                        "operations       processing 1 · completed 12",
                        "attention        1 (conflict 1)",
                        "effects          dead 2",
                        "source shop      received 15 (last 2026-12-01T10:00:00Z) · applied 13 · duplicate 2",
                        "  attention      1",
                        "  refused        signature-wrong 3",
                        "  hint           the secret is of another endpoint",
                        "job reconcile    last success never",
                        "  last error     refused",
                        "configuration    abc",
                        "  not in force   line 3",
                        "version          1.2");
    }

    @Test
    void statusGivesTheJsonAsItCame() {
        assertThat(run(with(ports(), "PAWL_ADMIN_TOKEN", TOKEN), "status", "--json"))
                .hasValue(0);
        assertThat(out().strip()).isEqualTo(STATUS);
    }

    @Test
    void statusTakesTheTokenFromAFile() throws IOException {
        String file = Files.writeString(folder.resolve("token"), TOKEN + "\n").toString();

        assertThat(run(with(ports(), "PAWL_VIEWER_TOKEN_FILE", file), "status")).hasValue(0);
    }

    @Test
    void statusWithoutTokenSaysWhichIsMissing() {
        assertThat(run(ports(), "status")).hasValue(1);
        assertThat(err()).contains("PAWL_VIEWER_TOKEN");
        assertThat(out()).isEmpty();
    }

    private Map<String, String> ports() {
        String port = Integer.toString(service.getAddress().getPort());
        return Map.of("QUARKUS_HTTP_PORT", port, "QUARKUS_MANAGEMENT_PORT", port);
    }

    private static Map<String, String> with(Map<String, String> environment, String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return more;
    }

    private OptionalInt run(Map<String, String> environment, String... arguments) {
        return CommandLine.run(List.of(arguments), environment, print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private String configuration(String yaml) throws IOException {
        return Files.writeString(folder.resolve("pawl.yaml"), yaml).toString();
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}

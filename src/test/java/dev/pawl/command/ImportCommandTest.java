package dev.pawl.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandTest {

    private static final String FINE = "{\"lines\":2,\"verdicts\":{\"applied\":2},\"invalid\":[]}";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> requests = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private final Deque<Integer> statuses = new ArrayDeque<>();
    private String answer = FINE;
    private HttpServer service;

    @BeforeEach
    void startService() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/admin/import", this::handle);
        service.start();
    }

    @AfterEach
    void stopService() {
        service.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(exchange.getRequestURI().getQuery() + " " + sent);
        keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        Integer status = statuses.poll();
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status == null ? 200 : status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private int run(String content, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("history.ndjson"), content);
        List<String> arguments = new ArrayList<>(List.of(file.toString()));
        arguments.addAll(List.of(options));
        Surroundings surroundings = Surroundings.of(
                Map.of(
                        "QUARKUS_HTTP_PORT",
                        Integer.toString(service.getAddress().getPort())),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new ImportCommand(ImportOptions.of(arguments).orElseThrow(), surroundings, Duration.ZERO).run();
    }

    @Test
    void linesAreHandedOverAndSummedUp() throws IOException {
        assertThat(run("{\"a\":1}\n{\"a\":2}\n", "--source", "p", "--effects", "off", "--reason", "old system"))
                .isZero();

        assertThat(requests).containsExactly("line=1&effects=off&reason=old+system&source=p {\"a\":1}\n{\"a\":2}");
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("lines            2", "applied          2");
    }

    @Test
    void invalidLinesAreNamedAndMakeTheExitCode() throws IOException {
        answer = "{\"lines\":2,\"verdicts\":{\"applied\":1},\"invalid\":[{\"line\":2,\"why\":\"not JSON\"}]}";

        assertThat(run("{}\n{")).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("invalid lines    1", "line 2: not JSON");
    }

    @Test
    void longFileIsSentInChunksThatKnowTheirFirstLine() throws IOException {
        assertThat(run("{}\n".repeat(1_201))).isZero();

        assertThat(requests).hasSize(3);
        assertThat(requests.get(2)).startsWith("line=1001&");
        assertThat(keys).doesNotHaveDuplicates();
    }

    @Test
    void busyServiceIsAskedAgainUnderTheSameKey() throws IOException {
        statuses.addAll(List.of(503, 409));

        assertThat(run("{}")).isZero();
        assertThat(keys).hasSize(3);
        assertThat(keys.get(0)).isEqualTo(keys.get(1)).isEqualTo(keys.get(2));
    }

    @Test
    void refusalEndsTheImportAndSaysWhere() throws IOException {
        statuses.addAll(List.of(200, 401));

        assertThat(run("{}\n".repeat(501))).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("before line 501", "PAWL_ADMIN_TOKEN");
    }

    @Test
    void lineTooLongToBeSentIsLeftOutAndTheOthersKeepTheirNumbers() throws IOException {
        byte[] text = ("{}\n" + "x".repeat(100) + "\n{\"a\":3}").getBytes(StandardCharsets.UTF_8);

        LineChunks.Chunk chunk = Objects.requireNonNull(new LineChunks(new ByteArrayInputStream(text), 10).read());

        assertThat(chunk.tooLong).containsExactly(2);
        assertThat(chunk.lines).isEqualTo(3);
        assertThat(new String(chunk.bytes, StandardCharsets.UTF_8)).isEqualTo("{}\n\n{\"a\":3}");
    }

    @Test
    void optionsThatAreNotKnownAreWrongUsage() {
        assertThat(ImportOptions.of(List.of())).isEmpty();
        assertThat(ImportOptions.of(List.of("--source", "p"))).isEmpty();
        assertThat(ImportOptions.of(List.of("f", "--effects", "none"))).isEmpty();
        assertThat(ImportOptions.of(List.of("f", "--sauce", "p"))).isEmpty();
        assertThat(ImportOptions.of(List.of("f", "--source"))).isEmpty();
    }
}

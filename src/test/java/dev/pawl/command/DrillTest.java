package dev.pawl.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A drill against somebody who does not keep what Pawl promises, and one that is not begun. */
class DrillTest {

    private static final String TWICE = """
            {"state":"succeeded","events":[{"verdict":"applied"},{"verdict":"applied"}],
             "transitions":[{"seq":1,"kind":"move","cause":"delivery"},{"seq":2,"kind":"move","cause":"delivery"}],
             "effects":[{"seq":1,"name":"shop"},{"seq":2,"name":"shop"}]}""";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicInteger taken = new AtomicInteger();
    private HttpServer service;

    @BeforeEach
    void startService() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/admin/operations", "{\"items\":[{\"id\":\"1\",\"account\":\"\"}]}");
        answer("/admin/operations/1", TWICE);
        answer("/webhooks/shop", "{}");
        service.start();
    }

    private void answer(String path, String body) {
        service.createContext(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            if (path.startsWith("/webhooks")) {
                taken.incrementAndGet();
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    @AfterEach
    void stopService() {
        service.stop(0);
    }

    private OptionalInt run(String... arguments) {
        return CommandLine.run(
                List.of(arguments),
                Map.of(
                        "PAWL_CONFIG",
                        DrillProfile.CONFIG,
                        "PAWL_PUBLIC_URL",
                        DrillProfile.PUBLIC_URL,
                        "QUARKUS_HTTP_PORT",
                        Integer.toString(service.getAddress().getPort())),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void whatHappenedTwiceIsSeenAndMakesTheExitCode() {
        assertThat(run("drill", "--source", "shop")).hasValue(1);

        assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("expected:")))
                .hasSize(6)
                .allSatisfy(line -> assertThat(line)
                        .contains("found: applied + applied, moves 2, effects 2 (twice: shop), succeeded")
                        .endsWith("FAILED"));
    }

    @Test
    void whatIsRealIsNotTouchedWithoutAYes() {
        assertThat(run("drill", "--source", "till")).hasValue(1);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("causes effects", "--yes", "observe: true");
        assertThat(taken).hasValue(0);
    }

    @Test
    void whoIsMisunderstoodSendsNothing() {
        assertThat(run("drill", "--source", "nobody")).hasValue(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("there is no source nobody");
        assertThat(run("drill")).hasValue(2);
        assertThat(run("drill", "shop")).hasValue(2);
        assertThat(run("drill", "--source", "shop", "--no")).hasValue(2);
        assertThat(taken).hasValue(0);
    }
}

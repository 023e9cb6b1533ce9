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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A drill against somebody who does not keep what Pawl promises, and one that is not begun. */
class DrillTest {

    private static final String TWICE = """
            {"state":"succeeded","events":[{"verdict":"applied"},{"verdict":"applied"}],
             "transitions":[{"seq":1,"kind":"move","cause":"delivery"},{"seq":2,"kind":"move","cause":"delivery"}],
             "effects":[{"seq":1,"name":"shop"},{"seq":2,"name":"shop"}]}""";

    private static final String ONCE = """
            {"state":"done","events":[{"verdict":"applied"},{"verdict":"duplicate"}],
             "transitions":[{"seq":1,"kind":"move","cause":"delivery"}],"effects":[]}""";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicInteger taken = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer service;

    @BeforeEach
    void startService() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(
                "/admin/operations",
                "{\"items\":[{\"id\":\"1\",\"account\":\"\"},{\"id\":\"1\",\"account\":\"cashier\"}]}");
        answer("/admin/operations/1", TWICE);
        service.setExecutor(threads);
        service.start();
    }

    private void answer(String path, String body) {
        answer(path, n -> new Says(200, false, body));
    }

    /** @param replayed as the header says */
    private record Says(int status, boolean replayed, String body) {}

    /** @param answers to the first request, the second and so on */
    private void answer(String path, IntFunction<Says> answers) {
        AtomicInteger requests = new AtomicInteger();
        service.createContext(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            if (!path.startsWith("/admin")) {
                taken.incrementAndGet();
            }
            Says says = answers.apply(requests.getAndIncrement());
            byte[] bytes = says.body().getBytes(StandardCharsets.UTF_8);
            if (says.replayed()) {
                exchange.getResponseHeaders().add("Idempotency-Replayed", "true");
            }
            exchange.sendResponseHeaders(says.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    /** A service that does everything once, as its admin API says, and answers like this. */
    private void answersOf(String path, Says first, Says again) {
        service.removeContext("/admin/operations/1");
        answer("/admin/operations/1", ONCE);
        answer(path, n -> n % 2 == 0 ? first : again);
    }

    private String line(String scenario) {
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(scenario))
                .findFirst()
                .orElse("no such line in " + out + err);
    }

    @AfterEach
    void stopService() {
        service.stop(0);
        threads.shutdownNow();
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
        answer("/webhooks/shop", "{}");

        assertThat(run("drill", "--source", "shop")).hasValue(1);

        assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("expected:")))
                .hasSize(6)
                .allSatisfy(line -> assertThat(line)
                        .contains("found: applied + applied, moves 2, effects 2 (twice: shop), succeeded")
                        .endsWith("FAILED"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "201 | false | {} | 201 | true  | {}  | answers [201, 201 replayed]   ok",
                "201 | false | {} | 201 | false | {}  | answers [201, 201], the repeat is not replayed   FAILED",
                "201 | false | {} | 201 | true  | { } | answers [201, 201 replayed], the repeat has other bytes   FAILED",
                "201 | false | {} | 200 | true  | {}  | answers [201, 200 replayed], the repeat has another status   FAILED",
                "201 | false | {} | 422 | true  | {}  | answers [201, 422 replayed], the repeat has another status   FAILED",
                "201 | false | {} | 409 | false | {}  | answers [201, 409], the repeat is not replayed   FAILED",
                "201 | true  | {} | 201 | true  | {}  | answers [201 replayed, 201 replayed], replayed before it was ever answered   FAILED",
                "400 | false | {} | 400 | false | {}  | answers [400, 400], neither done nor accepted nor rejected   FAILED",
                "422 | false | {} | 422 | true  | {}  | answers [422, 422 replayed]   ok",
                "202 | false | {} | 409 | false | {}  | answers [202, 409]   ok",
                "202 | false | {} | 201 | true  | { } | answers [202, 201 replayed]   ok",
                "202 | false | {} | 202 | false | {}  | answers [202, 202], the repeat is not replayed   FAILED",
                "202 | false | {} | 409 | true  | {}  | answers [202, 409 replayed], replayed without an end   FAILED"
            })
    void aCommandsRepeatMustHaveTheStoredAnswersStatusMarkAndBytes(
            int status, boolean mark, String body, int again, boolean replayed, String bytes, String told) {
        answersOf("/operations/till/credit", new Says(status, mark, body), new Says(again, replayed, bytes));
        answer("/operations/till/payment", "{}");

        assertThat(run("drill", "--yes", "--source", "till")).hasValue(1);

        assertThat(line("same request twice")).endsWith(told);
        assertThat(line("two at once")).endsWith(told.endsWith("ok") ? "ok" : "FAILED");
        assertThat(line("same key, other payload")).endsWith("FAILED");
    }

    private static final String RENEWED = """
            {"state":"received","events":[{"verdict":"applied"},{"verdict":"applied","reason":"renewed"}],
             "transitions":[{"seq":1,"kind":"move","cause":"delivery"},{"seq":2,"kind":"move","cause":"effect"},
              {"seq":3,"kind":"move","cause":"delivery"}],"effects":[{"seq":1,"name":"bank"},{"seq":3,"name":"bank"}]}""";

    @Test
    void aRepeatThatRunsAFailedCommandAgainIsNoFailureWhereTheCallerMay() {
        service.removeContext("/admin/operations/1");
        answer("/admin/operations/1", RENEWED);
        answer("/operations/till/credit", n -> new Says(202, false, "{}"));
        answer("/operations/till/payment", n -> new Says(202, false, "{}"));

        assertThat(run("drill", "--yes", "--source", "till")).hasValue(1);

        List<String> repeats = out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("same request twice"))
                .toList();
        assertThat(repeats.get(0)).contains("moves 2").endsWith("FAILED");
        assertThat(repeats.get(1))
                .endsWith("not applicable: it had failed before its repeat, which ran it again (renew: caller);"
                        + " answers [202, 202]");
    }

    @ParameterizedTest
    @CsvSource({
        "200, 200, 'answers [200, 200]   ok'",
        "200, 202, 'answers [200, 202]   ok'",
        "200, 404, 'answers [200, 404], not acknowledged   FAILED'",
        "400, 200, 'answers [400, 200], not acknowledged   FAILED'"
    })
    void aWebhookMustBeAcknowledgedHoweverOftenItComes(int first, int again, String told) {
        answersOf("/webhooks/shop", new Says(first, false, "{}"), new Says(again, false, "{}"));

        assertThat(run("drill", "--source", "shop")).hasValue(1);

        assertThat(line("same request twice")).endsWith(told);
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

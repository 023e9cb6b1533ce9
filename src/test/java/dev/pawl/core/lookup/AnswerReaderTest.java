package dev.pawl.core.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.Parsed;
import dev.pawl.core.TimeFormat;
import dev.pawl.core.interpret.AnswerPlace;
import dev.pawl.core.interpret.AnswerPlace.Take;
import dev.pawl.core.interpret.InvariantRule;
import dev.pawl.core.interpret.StateRule;
import dev.pawl.core.interpret.Template;
import dev.pawl.core.interpret.TimeRule;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.lookup.Answer.Found;
import dev.pawl.core.lookup.Answer.NotFound;
import dev.pawl.core.lookup.Answer.NotNow;
import dev.pawl.core.lookup.Answer.Unreadable;
import dev.pawl.core.lookup.AnswerReader.Response;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerReaderTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Machine PAYMENT = new Machine(
            "payment",
            false,
            Duration.ofHours(1),
            List.of(
                    new Machine.State("pending", Status.PROCESSING, true, Set.of("paid"), null, 10, null),
                    new Machine.State("held", Status.PROCESSING, false, Set.of("paid"), null, 10, null, true),
                    new Machine.State("paid", Status.COMPLETED, false, Set.of(), null, 10, null)));
    private static final StatusRecipe RECIPE = new StatusRecipe(
            new StatusRecipe.Request("GET", meant(StatusText.parse("https://x/{key}")), Map.of(), null, null),
            AnswerPlace.BODY,
            new StateRule.Mapped(
                    meant(Template.parse("/status")), Map.of("OPEN", "pending", "OK", "paid", "HELD", "held")),
            new TimeRule(meant(Template.parse("/updated")), TimeFormat.ISO8601),
            new InvariantRule(
                    Map.of("currency", meant(Pointer.parse("/currency"))),
                    Map.of("paid", Map.of("amount", meant(Pointer.parse("/amount"))))),
            Map.of("amount", meant(Template.parse("/amount"))),
            Set.of("amount"),
            Duration.ofMinutes(10));

    private static <T> T meant(Parsed<T> parsed) {
        return parsed.fold(value -> value, problem -> {
            throw new AssertionError(problem);
        });
    }

    private static Answer read(int status, String body) {
        return read(status, body, Map.of());
    }

    private static Answer read(int status, String body, Map<String, List<String>> headers) {
        return AnswerReader.read(RECIPE, PAYMENT, new Response(status, headers, body.getBytes(UTF_8)), NOW);
    }

    @Test
    void anAnswerTellsStateTimeAndValues() {
        assertThat(read(200, """
                {"status":"OK","updated":"2026-03-01T11:00:00Z","amount":1000,"currency":"EUR","more":[1]}"""))
                .isEqualTo(new Found(
                        "paid",
                        Instant.parse("2026-03-01T11:00:00Z"),
                        Fingerprint.of(Map.of("amount", "1000", "currency", "\"EUR\"")),
                        Map.of("amount", "1000"),
                        Set.of("amount")));
    }

    @Test
    void anAmountThatIsNotSettledYetIsNoInvariant() {
        assertThat(read(200, "{\"status\":\"OPEN\",\"amount\":1200,\"currency\":\"EUR\"}"))
                .isEqualTo(new Found(
                        "pending",
                        null,
                        Fingerprint.of(Map.of("currency", "\"EUR\"")),
                        Map.of("amount", "1200"),
                        Set.of("amount")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "[]",
                "\"OK\"",
                "{}",
                "{\"status\":null}",
                "{\"status\":\"ok\"}",
                "{\"status\":\"REFUNDED\"}",
                "{\"status\":\"OK\",\"status\":\"OPEN\"}",
                "{\"status\":\"OK\"} {}",
                "{\"status\":\"OK\",\"updated\":\"yesterday\"}"
            })
    void whatDoesNotTellTheStateIsNoAnswer(String body) {
        assertThat(read(200, body)).isInstanceOf(Unreadable.class);
    }

    /** The recipe may be older than the machine the operation is in. */
    @Test
    void nothingCanBeSaidToBeInARetiredState() {
        assertThat(read(200, "{\"status\":\"HELD\"}")).isEqualTo(new Unreadable("a state that is retired"));
    }

    @ParameterizedTest
    @CsvSource({
        "FIRST, '[{\"status\":\"OPEN\"},{\"status\":\"OK\"}]', pending",
        "LAST, '[{\"status\":\"OPEN\"},{\"status\":\"OK\"}]', paid",
        "LAST, '[{\"status\":\"OK\"},{\"status\":\"OPEN\"}]', pending",
        "LAST, '[{\"status\":\"OK\"}]', paid",
        "LAST, '{\"status\":\"OK\"}', paid"
    })
    void ofAListTheRecipeSaysWhichOneCounts(Take take, String list, String state) {
        assertThat(fromList(take, list))
                .isInstanceOfSatisfying(
                        Found.class, found -> assertThat(found.state()).isEqualTo(state));
    }

    /** Neither skipped for a neighbour that can be read, nor an exception. */
    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "[{\"status\":\"OK\"},null]", "[{\"status\":\"OK\"},{}]", "[[]]", "null", "\"OK\"", "7"})
    void aLastOneThatSaysNothingIsNoAnswer(String list) {
        assertThat(fromList(Take.LAST, list)).isInstanceOf(Unreadable.class);
    }

    private static Answer fromList(Take take, String list) {
        StatusRecipe recipe = new StatusRecipe(
                RECIPE.request(),
                new AnswerPlace(meant(EventPath.parse("/data/timeline")), take),
                RECIPE.state(),
                null,
                new InvariantRule(Map.of(), Map.of()),
                Map.of(),
                Set.of(),
                RECIPE.notFoundFor());
        byte[] body = ("{\"data\":{\"timeline\":" + list + "}}").getBytes(UTF_8);
        return AnswerReader.read(recipe, PAYMENT, new Response(200, Map.of(), body), NOW);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 301, 302, 307, 400, 402, 405, 418, 422, 451, 500, 501, 502, 503, 504, 599})
    void otherStatusesUseUpAnAttempt(int status) {
        assertThat(read(status, "{}")).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 410})
    void notFoundIsNoState(int status) {
        assertThat(read(status, "{\"status\":\"OK\"}")).isEqualTo(new NotFound(status, Duration.ofMinutes(10)));
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "'Sun, 01 Mar 2026 12:00:30 GMT', 30", "soon, 60", "99999999, 86400"})
    void tooManyQuestionsAreForEverybodyForAsLongAsItIsSaid(String header, int seconds) {
        assertThat(read(429, "", Map.of("retry-after", List.of(header))))
                .isEqualTo(new NotNow("status 429: asked too often", Duration.ofSeconds(seconds), true));
    }

    @Test
    void aTokenThatIsNotTakenIsOurOwnFault() {
        assertThat(read(401, "{}"))
                .isInstanceOfSatisfying(
                        NotNow.class, no -> assertThat(no.everybody()).isTrue());
        assertThat(read(403, "{}"))
                .isInstanceOfSatisfying(
                        NotNow.class,
                        no -> assertThat(no.everybody())
                                .as("others may be allowed")
                                .isFalse());
    }
}

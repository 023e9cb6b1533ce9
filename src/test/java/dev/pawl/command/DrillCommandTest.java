package dev.pawl.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A drill against a real service and its database. */
@QuarkusTest
@TestProfile(DrillProfile.class)
class DrillCommandTest {

    @Inject
    DatabaseState database;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void ready() {
        await().until(database::ready);
    }

    private OptionalInt drill(String token, String... arguments) {
        return CommandLine.run(
                List.of(arguments),
                Map.of(
                        "PAWL_CONFIG",
                        DrillProfile.CONFIG,
                        "PAWL_PUBLIC_URL",
                        DrillProfile.PUBLIC_URL,
                        "PAWL_VIEWER_TOKEN",
                        token,
                        "QUARKUS_HTTP_PORT",
                        Integer.toString(RestAssured.port)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    /** The line of a scenario, the nth of its name. */
    private String line(String scenario, int n) {
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(scenario))
                .skip(n)
                .findFirst()
                .orElse("no such line in " + out + err);
    }

    private void assertOk(int n, String scenario, String found) {
        assertThat(line(scenario, n)).contains("found: " + found).endsWith("ok");
    }

    /** Which of two at once came first is nobody's promise. */
    private void assertTogether(String found) {
        assertThat(line("two at once", 0))
                .containsAnyOf("found: applied + duplicate, " + found, "found: duplicate + applied, " + found)
                .endsWith("ok");
    }

    @Test
    void everyScenarioIsPlayedWhereTheSampleCanBeVaried() {
        assertThat(drill(DrillProfile.VIEWER, "drill", "--source", "shop")).hasValue(0);

        assertOk(0, "same request twice", "applied + duplicate, moves 1, effects 0, succeeded; answers [200, 200]");
        assertTogether("moves 1, effects 0");
        assertOk(0, "retry after a cut connection", "applied");
        assertOk(0, "same key, other payload", "applied + conflict, moves 1");
        assertOk(0, "old event after newer one", "applied + stale, moves 1");
        assertOk(0, "redelivery, other delivery id", "applied + duplicate, moves 1");
    }

    @Test
    void whatTheSampleCannotSayIsNotCalledOk() {
        assertThat(drill(DrillProfile.VIEWER, "drill", "--source", "hub")).hasValue(0);

        assertTogether("moves 1, effects 0, merged");
        assertOk(0, "redelivery, other delivery id", "applied + duplicate");
        assertThat(line("same key, other payload", 0))
                .endsWith("not applicable: its sample has no field that is invariant");
    }

    @Test
    void formsAreVariedAsDocumentsAre() {
        assertThat(drill(DrillProfile.VIEWER, "drill", "--source", "texts")).hasValue(0);

        assertOk(0, "same request twice", "applied + duplicate, moves 1, effects 0, delivered");
        assertOk(0, "old event after newer one", "applied + stale, moves 1");
    }

    @Test
    void commandsOfEachTypeAreMadeUpAndSentOnceSaidYes() {
        assertThat(drill(DrillProfile.VIEWER, "drill", "--yes", "--source", "till"))
                .hasValue(0);

        assertOk(0, "same request twice", "applied + duplicate, moves 1, effects 1, done; answers [201, 201 replayed]");
        assertTogether("moves 1, effects 1");
        assertOk(0, "same key, other payload", "applied + conflict, moves 1, effects 1, done; answers [201, 422]");
        assertThat(line("old event after newer one", 0)).contains("not applicable: two commands");
        assertThat(line("redelivery", 0)).contains("not applicable: a command has no other id");
        assertOk(1, "retry after a cut connection", "applied");
        assertOk(1, "old event after newer one", "applied + stale, moves 1, effects 1, succeeded");
    }

    @Test
    void aDrillThatNothingLeadsToIsAMistakeOfTheSource() {
        assertThat(drill(DrillProfile.VIEWER, "drill", "--source", "mapless")).hasValue(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("leads to no operation");
    }

    @Test
    void withoutATokenNothingCanBeSaidOfWhatBecameOfIt() {
        assertThat(drill("wrong-token-0123456789abcdef", "drill", "--source", "shop"))
                .hasValue(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("PAWL_VIEWER_TOKEN");
    }
}

package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.Asking.Limits;
import dev.pawl.core.lookup.StatusRecipe;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class AskingReaderTest {

    /** The design's example. */
    private static final String STATUS = """
            mode: live
                status:
                  request: { method: GET, url: "https://erp.example/payments/{key}", headers: { Authorization: "Bearer {token}" } }
                  token: "${ERP_TOKEN}"
                  state: { at: /status, map: { paid: succeeded, open: pending } }
                  occurredAt: { at: /updated, unit: iso8601 }
                  invariant: { currency: /currency }
                  fields: { amount: /amount }
                  notFoundFor: 20m
                  limits: { rate: 90/m, concurrency: 2, timeout: 3s }""";

    private static ConfigFile file() {
        return ConfigFile.valid().with("mode: live", STATUS).env("ERP_TOKEN", "secret-token");
    }

    private static Source source(ConfigFile file) {
        return Objects.requireNonNull(file.catalog().source("p"));
    }

    @Test
    void aSourceMaySpellOutHowItsProviderIsAsked() {
        Source source = source(file());
        assertThat(source.asksAbout("payment")).isTrue();
        assertThat(source.asksAbout("refund")).isFalse();
        Asking asking = Objects.requireNonNull(source.asking());
        assertThat(asking.token()).isEqualTo("secret-token");
        assertThat(asking.limits()).isEqualTo(new Limits(1.5, 2, Duration.ofSeconds(3)));
        StatusRecipe recipe = Objects.requireNonNull(source.status().get("payment"));
        assertThat(recipe.notFoundFor()).isEqualTo(Duration.ofMinutes(20));
        assertThat(recipe.invariant().always()).containsOnlyKeys("currency");
        assertThat(asking.toString()).doesNotContain("secret");
    }

    @Test
    void withoutItNothingIsAsked() {
        assertThat(source(ConfigFile.valid()).asking()).isNull();
    }

    @Test
    void aPresetSaysHowAndTheSourceOnlyThat() {
        Source source = source(ConfigFile.of("""
                sources:
                  p: { preset: stripe, secrets: ["whsec_0123456789abcdef0123456789"], mode: live, status: { token: t } }
                """));
        assertThat(source.asksAbout("payment")).isTrue();
        assertThat(Objects.requireNonNull(source.asking()).limits()).isEqualTo(Limits.USUAL);
    }

    /** What asking needs to know about the user's account is mandatory then, and only then. */
    @Test
    void whatOnlyQuestionsNeedIsMandatoryWithThem() {
        String chargebee = """
                sources:
                  p: { preset: chargebee, secrets: ["user:0123456789abcdef"], STATUS }
                """;
        assertThat(ConfigFile.of(chargebee.replace(", STATUS", "")).mistakes()).isEmpty();
        assertThat(ConfigFile.of(chargebee.replace("STATUS", "status: { token: t }"))
                        .paths())
                .containsExactly("sources.p.config.site");
    }

    @Test
    void aTypesOwnWayGoesFirst() {
        Source source = source(file().with("fields: { amount: /data/amount }", """
                fields: { amount: /data/amount }
                        status:
                          request: { url: "https://other.example/{key}" }
                          state: { value: succeeded }"""));
        assertThat(Objects.requireNonNull(source.status().get("payment"))
                        .request()
                        .url())
                .hasToString("https://other.example/{key}");
    }

    @Test
    void oneWayOfAskingServesEveryTypeThatHasItsStates() {
        Source source = source(file().with("operations:", """
                operations:
                      plan:
                        machine: pull-request
                        when: ["plan.*"]
                        key: /data/id
                        state: { at: /data/status, map: { open: open } }"""));
        assertThat(source.asksAbout("payment")).isTrue();
        assertThat(source.asksAbout("plan")).isFalse();
    }

    @Test
    void noAnswerMeansARetiredState() {
        ConfigFile file = ConfigFile.of("""
                sources:
                  p:
                    verify: { algorithm: none }
                    event: { id: /id, type: /type }
                    operations:
                      payment: { machine: pay, when: ["*"], key: /op, state: { value: open } }
                    status:
                      request: { url: "https://erp.example/{key}" }
                      state: { at: /status, map: { open: open, held: held } }
                machines:
                  pay:
                    states:
                      open: { status: processing, initial: true, next: [paid] }
                      held: { status: processing, next: [paid], retired: true }
                      paid: { status: completed }
                """);
        assertThat(file.mistakes())
                .singleElement()
                .asString()
                .startsWith(
                        "sources.p.status.state.map.held: is held, but no machine of these types has such a state, or"
                                + " it is retired");
        Source source = source(file.with(", held: held }", " }"));
        assertThat(source.asksAbout("payment")).isTrue();
    }

    /** What one type has left behind another may still use. */
    @Test
    void aSharedWordIsLeftOutOnlyWhereItsStateIsRetired() {
        Source source = source(ConfigFile.of("""
                sources:
                  p:
                    verify: { algorithm: none }
                    event: { id: /id, type: /type }
                    operations:
                      payment: { machine: pay, when: ["pay.*"], key: /op, state: { value: open } }
                      loan: { machine: lend, when: ["lend.*"], key: /op, state: { value: open } }
                    status:
                      request: { url: "https://erp.example/{key}" }
                      state: { at: /status, map: { open: open, held: held } }
                machines:
                  pay:
                    states:
                      open: { status: processing, initial: true }
                      held: { status: processing, next: [open], retired: true }
                  lend:
                    states:
                      open: { status: processing, initial: true, next: [held] }
                      held: { status: processing }
                """));
        assertThat(Objects.requireNonNull(source.status().get("payment"))
                        .state()
                        .states())
                .containsExactly("open");
        assertThat(Objects.requireNonNull(source.status().get("loan")).state().states())
                .containsExactlyInAnyOrder("open", "held");
    }

    @Test
    void aHashedKeyCannotBeAskedAbout() {
        ConfigFile file = file().with("key: /data/id", "key: { at: /data/id, store: hash }")
                .env(PawlKey.VARIABLE, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
        assertThat(file.mistakes()).allMatch(line -> line.startsWith("sources.p.status: asks for nothing"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "token: \"${ERP_TOKEN}\"           | token: \"\"              | .token: is missing",
                "rate: 90/m                        | rate: 10                 | .limits.rate: must be a rate",
                "rate: 90/m                        | rate: 0/s                | .limits.rate: must be a rate",
                "concurrency: 2                    | concurrency: 0           | .limits.concurrency: must be between",
                "timeout: 3s                       | timeout: 2m              | .limits.timeout: must be longer",
                "timeout: 3s                       | tries: 3                 | .limits.tries: is not a known key",
                "notFoundFor: 20m                  | take: last               | .take: takes from no list",
                "notFoundFor: 20m                  | notFound: 20m            | .notFound: is not a known key",
                "payments/{key}                    | payments/{field:none}    | .request: refers to {field:none}",
                "payments/{key}                    | payments/{config:none}   | .config.none: is missing",
                "https://erp.example/payments      | https://{key}/payments   | .request.url: is wrong",
                "at: /status                       | at: status               | .state.at: is wrong",
                "paid: succeeded, open: pending } }\\n      occ | paid: done } }\\n      occ | .state.map.paid: is"
            })
    void whatIsWrongIsSaid(String right, String wrong, String mistake) {
        ConfigFile file = ConfigFile.valid()
                .with("mode: live", STATUS.replace(right.replace("\\n", "\n"), wrong.replace("\\n", "\n")))
                .env("ERP_TOKEN", "secret-token");
        String path = mistake.startsWith(".config") ? "sources.p" : "sources.p.status";
        assertThat(file.mistakes())
                .anyMatch(line -> line.startsWith(path + mistake))
                .noneMatch(line -> line.contains("secret-token") || line.contains("asks for nothing"));
    }

    static List<String> presets() {
        return List.copyOf(PresetLibrary.names());
    }

    /** Every way of asking that a preset has refers to fields and constants that it explains. */
    @ParameterizedTest
    @MethodSource("presets")
    void everyPresetThatCanBeAskedSaysWhatItNeeds(String preset) {
        List<String> mistakes = ConfigFile.of("sources:\n  p: { preset: " + preset + ", status: { token: t } }\n")
                .mistakes();
        assertThat(mistakes)
                .noneMatch(line -> line.contains("refers to {field:"))
                .filteredOn(line -> line.startsWith("sources.p.config."))
                .allMatch(line -> line.contains("(hint: "));
    }
}

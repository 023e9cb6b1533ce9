package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.SqlStatement;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EffectReaderTest {

    private static final String EFFECTS = """
            effects:
              - name: shop
                when: { source: p, type: payment, machine: payment, from: pending, to: [succeeded, failed], status: completed, kind: move }
                http: { url: "https://shop.internal/hooks", secret: 0123456789abcdef, timeout: 3s, rejectOn: [410] }
                once: true
                maxAttempts: 5
                backoff: { first: 2s, max: 10m }
            """;

    private static final String VERIFY = """
            repeat: ask
                verify: { request: { url: "https://shop/{key}" }, done: { at: /state, value: paid }, notDone: { status: 404 } }""";

    private static final String OVER_TIME = """
            machines:
              payment:
                states:
                  pending: { status: processing, initial: true, next: [reviewed, succeeded] }
                  reviewed: { status: processing, next: [pending, succeeded], expireAfter: 1h }
                  succeeded: { status: completed }
            effects:
              - { name: a, when: { to: pending }, http: { url: "http://a/", secret: 0123456789abcdef }, then: { rejected: reviewed } }
              - { name: b, when: { to: expired }, http: { url: "http://a/", secret: 0123456789abcdef }, then: { done: pending } }
            """;

    @Test
    void everyKeyIsRead() {
        EffectRule rule = effects().catalog().effects().get(0);

        assertThat(rule.name()).isEqualTo("shop");
        assertThat(rule.when())
                .isEqualTo(new EffectRule.When(
                        "p",
                        "payment",
                        "payment",
                        Set.of("pending"),
                        Set.of("succeeded", "failed"),
                        Set.of("completed"),
                        Transition.Kind.MOVE,
                        false));
        assertThat(http(rule).url()).isEqualTo(URI.create("https://shop.internal/hooks"));
        assertThat(http(rule).timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(http(rule).rejectOn()).containsExactly(410);
        assertThat(rule.once()).isTrue();
        assertThat(rule.maxAttempts()).isEqualTo(5);
        assertThat(rule.backoff().max()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void whatIsLeftOutHasADefault() {
        EffectRule rule = ConfigFile.withSource(ConfigFile.SOURCE, """
                        effects: [{ name: app, when: {}, http: { url: "http://a/b", secret: 0123456789abcdef } }]
                        """)
                .catalog()
                .effects()
                .get(0);

        assertThat(rule.when()).isEqualTo(new EffectRule.When(null, null, null, null, null, null, null, false));
        assertThat(http(rule).timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(http(rule).rejectOn()).containsExactlyInAnyOrder(400, 410, 413, 422);
        assertThat(rule.once()).isFalse();
        assertThat(rule.maxAttempts()).isEqualTo(20);
        assertThat(rule.backoff().first()).isEqualTo(Duration.ofSeconds(1));
        assertThat(rule.backoff().max()).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: shop          | name: Shop          | .name: is not a proper name of an effect
            source: p           | source: q           | .when.source: is q, but there is no such source
            type: payment       | type: paymnt        | '.when.type: is paymnt, but there is no such operation type (hint: did you mean payment?)'
            machine: payment    | machine: paymnt     | '.when.machine: is paymnt, but there is no such machine (hint: did you mean payment?)'
            machine: payment,   | machine: refund,    | .when.machine: is used by no operation this condition allows
            from: pending       | from: pendin        | '.when.from: is pendin, but there is no such state (hint: did you mean pending?)'
            '[succeeded, failed]' | '[succeeded, fail]' | .when.to[1]: is fail, but there is no such state
            '[succeeded, failed]' | []                | .when.to: is an empty list
            status: completed   | status: done        | .when.status: is done, but there is no such status
            kind: move          | kind: moved         | '.when.kind: is moved, which is not allowed here (hint: did you mean move?)'
            kind: move          | 'kind: move, attention: true' | '.when.kind: excludes attention: true'
            kind: move          | 'sources: p'        | '.when.sources: is not a known key (hint: did you mean source?)'
            timeout: 3s         | timeout: 1h         | .http.timeout: must be above nothing and at most 5m
            rejectOn: [410]     | rejectOn: [200]     | .http.rejectOn[0]: must be between 300 and 599
            maxAttempts: 5      | maxAttempts: 0      | .maxAttempts: must be between 1 and 1000
            'first: 2s'         | 'first: 2h'         | .backoff: must have a first pause above nothing and not above max
            secret: 0123456789abcdef | secret: short  | .http.secret: is shorter than 16 bytes
            secret: 0123456789abcdef | 'secret: "whsec_!!!!"' | .http.secret: has the prefix whsec_, but what follows is not base64
            secret: 0123456789abcdef | 'secret: whsec_YQ==' | .http.secret: is shorter than 16 bytes
            'secret: 0123456789abcdef,' | ''          | .http.secret: is missing
            """)
    void eachPartIsChecked(String part, String replacement, String mistake) {
        assertThat(effects().with(part, replacement == null ? "" : replacement).mistakes())
                .anyMatch(line -> line.startsWith("effects[0]" + mistake));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://user:secret@shop.internal/hooks",
                "https://user@shop/",
                "ftp://a/b",
                "/relative",
                "http://",
                "http:///x",
                "not an address",
                "https://a/b#c"
            })
    void addressMustBeOneThatCanBeCalled(String url) {
        assertThat(effects().with("https://shop.internal/hooks", url).paths()).containsExactly("effects[0].http.url");
    }

    @ParameterizedTest
    @ValueSource(strings = {"formerly"})
    void keysOfLaterVersionsAreNotAcceptedInSilence(String key) {
        assertThat(effects().with("once: true", key + ": 1").mistakes())
                .containsExactly("effects[0]." + key + ": is not supported by this version (hint: remove it)");
    }

    private static final String SQL = """
            effects:
              - name: orders
                when: { type: payment, to: [succeeded] }
                sql: "update orders set paid = :amount::int where ref = :key"
                expectRows: 1
                parkFor: 10m
            """;

    @Test
    void aStatementIsRead() {
        EffectRule rule = sql().catalog().effects().get(0);

        assertThat(rule.target())
                .isEqualTo(new SqlTarget(
                        new SqlStatement(
                                "update orders set paid = ($1::text)::int where ref = ($2::text)",
                                List.of("amount", "key")),
                        1,
                        Duration.ofMinutes(10)));
    }

    @Test
    void aStatementMayChangeAnyNumberOfRowsAndIsWaitedForAnHour() {
        SqlTarget target = (SqlTarget) sql().with("    expectRows: 1\n", "")
                .with("    parkFor: 10m\n", "")
                .catalog()
                .effects()
                .get(0)
                .target();

        assertThat(target.expectRows()).isNull();
        assertThat(target.parkFor()).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ':amount::int'  | ':amont::int'   | '.sql: has the parameter :amont, but no operation this effect is for has such a field (hint: did you mean amount?)'
            'where ref'     | '; delete'      | '.sql: is more than one statement (hint: one statement with named parameters, such as :key)'
            'update orders' | 'begin orders'  | '.sql: begins with begin, but the transaction is Pawl''s'
            ':key'          | '$1'            | '.sql: has the position $1; parameters are named, such as :key'
            'expectRows: 1' | 'expectRows: 0' | '.expectRows: must be between 1 and 1000000'
            'parkFor: 10m'  | 'parkFor: soon' | '.parkFor: must be a duration, but is soon'
            'parkFor: 10m'  | 'maxAttempts: 3' | '.maxAttempts: has no meaning beside sql, which is tried until it is done'
            'parkFor: 10m'  | 'http: { url: "http://a/b", secret: 0123456789abcdef }' | '.sql: stands beside http, but an effect goes to one place'
            'parkFor: 10m'  | 'kafka: { topic: t }' | '.kafka: stands beside sql, but an effect goes to one place'
            'parkFor: 10m'  | 'repeat: never' | '.repeat: other than keyed is for http only'
            """)
    void eachPartOfAStatementIsChecked(String part, String replacement, String mistake) {
        assertThat(sql().with(part, replacement).mistakes()).anyMatch(line -> line.startsWith("effects[0]" + mistake));
    }

    @ParameterizedTest
    @ValueSource(strings = {"expectRows: 1", "parkFor: 1h"})
    void whatBelongsToAStatementNeedsOne(String key) {
        assertThat(effects().with("once: true", key).mistakes())
                .containsExactly("effects[0]." + key.replaceAll(":.*", "")
                        + ": belongs to sql, which this effect does not have (hint: remove it)");
    }

    @Test
    void fieldsOfASourceThatIsWrongItselfAreNotMissed() {
        assertThat(ConfigFile.of("""
                        sources: { p: { preset: nothing-like-it, secrets: ["0123456789abcdef"] } }
                        """ + SQL.replace("{ type: payment, to: [succeeded] }", "{}"))
                        .paths())
                .containsExactly("sources.p.preset");
    }

    private static ConfigFile sql() {
        return ConfigFile.withSource(ConfigFile.SOURCE, SQL);
    }

    @Test
    void aReceiverMayChangeFromOneSecretToTheNext() {
        EffectRule rule = effects()
                .with("secret: 0123456789abcdef", "secret: [0123456789abcdef, fedcba9876543210, \"${OLD:}\"]")
                .catalog()
                .effects()
                .get(0);

        assertThat(http(rule).secrets()).hasSize(2);
        assertThat(effects()
                        .with("secret: 0123456789abcdef", "secret: [\"${OLD:}\"]")
                        .mistakes())
                .anyMatch(line -> line.startsWith("effects[0].http.secret: holds no secret"));
    }

    @Test
    void aTextForPeopleNeedsNoSecret() {
        EffectRule rule = effects()
                .with("secret: 0123456789abcdef", "text: \"{type} {key} needs a look\"")
                .catalog()
                .effects()
                .get(0);

        assertThat(http(rule).secrets()).isEmpty();
        assertThat(http(rule).text()).hasToString("{type} {key} needs a look");
        assertThat(effects()
                        .with("secret: 0123456789abcdef", "text: \"{amount}\"")
                        .mistakes())
                .anyMatch(line -> line.startsWith("effects[0].http.text: is wrong: unknown reference {amount}"));
    }

    @Test
    void aReceiverCanBeAskedWhetherItHasAnEffect() {
        EffectRule rule =
                effects().with("once: true", VERIFY).catalog().effects().get(0);

        assertThat(rule.repeat()).isInstanceOf(Repeat.Ask.class);
        assertThat(effects()
                        .with("once: true", "repeat: never")
                        .catalog()
                        .effects()
                        .get(0)
                        .repeat())
                .isEqualTo(Repeat.Always.NEVER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            repeat: ask            | repeat: sometimes  | .repeat: is sometimes, which is not allowed here
            repeat: ask            | repeat: never      | .verify: is only for repeat: ask
            'https://shop/{key}'   | 'https://{key}/'   | .verify.request.url: is wrong: must be an address with a fixed host
            'https://shop/{key}'   | 'https://shop/{k}' | .verify.request.url: is wrong: unknown reference {k}
            'status: 404'          | 'status: 100'      | .verify.notDone.status: must be between 200 and 599
            '{ status: 404 }'      | '{ value: x }'     | .verify.notDone: names neither a status nor a place
            '{ status: 404 }'      | '{ at: state }'    | .verify.notDone.at: is wrong
            ', notDone: { status: 404 }' | ''           | .verify.notDone: is missing
            """)
    void theQuestionIsChecked(String part, String replacement, String mistake) {
        assertThat(effects()
                        .with("once: true", VERIFY)
                        .with(part, replacement == null ? "" : replacement)
                        .mistakes())
                .anyMatch(line -> line.startsWith("effects[0]" + mistake));
    }

    @Test
    void endingsSayWhatTheOperationsMachineKnows() {
        String pending = "to: [succeeded, failed], status: completed, kind: move";
        ConfigFile then = effects().with("from: pending, " + pending, "to: pending");

        assertThat(then.with("once: true", "then: { done: succeeded, rejected: failed }")
                        .catalog()
                        .effects()
                        .get(0)
                        .then())
                .containsOnly(
                        Map.entry(EffectRule.End.DONE, "succeeded"), Map.entry(EffectRule.End.REJECTED, "failed"));
        assertThat(effects().with("once: true", "then: { dead: exploded }").mistakes())
                .anyMatch(line -> line.startsWith("effects[0].then.dead: is exploded, which machine payment has not"));
        assertThat(effects().with("once: true", "then: { dead: pending }").mistakes())
                .anyMatch(line -> line.contains("which no operation of machine payment can move to"));
        assertThat(effects()
                        .with("from: pending, " + pending, "attention: true")
                        .with("once: true", "then: { done: succeeded }")
                        .mistakes())
                .anyMatch(line -> line.startsWith("effects[0].then: is only for effects of moves and statuses"));
    }

    @Test
    void effectsDoNotMoveOperationsInACircle() {
        String circle = """
                machines:
                  payment:
                    states:
                      pending: { status: processing, initial: true, next: [succeeded, failed] }
                      failed: { status: failed, next: [pending, succeeded] }
                      succeeded: { status: completed }
                effects:
                  - { name: a, when: { to: pending }, http: { url: "http://a/", secret: 0123456789abcdef }, then: { rejected: failed } }
                  - { name: b, when: { to: failed }, http: { url: "http://a/", secret: 0123456789abcdef }, then: { done: pending } }
                """;

        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, circle).mistakes())
                .singleElement()
                .asString()
                .contains("moves operations of machine payment in a circle: failed -> pending -> failed");
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, circle.replace("name: b,", "name: b, once: true,"))
                        .mistakes())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { to: expired }                | expired
            { to: expired, from: unknown } | expired
            { status: unknown }            | unknown
            { kind: status }               | expired
            """)
    void aCircleMayLeadOverWhatTimeAloneBrings(String when, String status) {
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, OVER_TIME.replace("{ to: expired }", when))
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith("effects[0].then: moves operations of machine payment in a circle:"
                        + " pending -> reviewed -> reviewed (" + status + ") -> pending");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b, once: true, when: { to: expired }",
                "b, when: { to: expired, from: pending }",
                "b, when: { to: reviewed }",
                "b, when: { kind: move, status: failed }"
            })
    void whatTimeAloneBringsIsNoCircleByItself(String rule) {
        String once = OVER_TIME.replace("then: { done: pending }", "then: { done: succeeded }");

        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, once).mistakes()).isEmpty();
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, OVER_TIME.replace("b, when: { to: expired }", rule))
                        .mistakes())
                .noneMatch(line -> line.contains("reviewed ("));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { source: p }                       | true
            { source: q, type: payment }        | true
            { source: q, machine: payment }     | true
            { source: p, type: refund }         | false
            { source: p, machine: refund }      | false
            { type: payment }                   | false
            { source: alone }                   | false
            """)
    void aSourceThatSharesItsOperationsIsNoCondition(String when, boolean mistaken) {
        String refunds = ConfigFile.SOURCE + """
                  refund: { machine: refund, when: ["refund.*"], key: /id, state: { value: pending } }
                """;
        List<String> mistakes = ConfigFile.withSource(
                        refunds,
                        "  q:\n" + (ConfigFile.SOURCE + "scope: p\n").indent(4)
                                + "  alone:\n" + ConfigFile.SOURCE.indent(4)
                                + "effects: [{ name: app, when: " + when
                                + ", http: { url: \"http://a/b\", secret: 0123456789abcdef } }]\n")
                .mistakes();

        if (mistaken) {
            assertThat(mistakes)
                    .singleElement()
                    .asString()
                    .startsWith("effects[0].when.source: is ")
                    .contains("but its operations of type payment are also those of source")
                    .endsWith("(hint: leave source out and name the type, or give the sources different scopes)");
        } else {
            assertThat(mistakes).isEmpty();
        }
    }

    @Test
    void recordsGoToATopic() {
        EffectRule rule = ConfigFile.withSource(
                        ConfigFile.SOURCE, "effects: [{ name: bus, when: {}, kafka: { topic: operations } }]")
                .catalog()
                .effects()
                .get(0);

        assertThat(rule.target()).isEqualTo(new EffectRule.KafkaTarget("operations", Duration.ofSeconds(10)));
        assertThat(ConfigFile.withSource(
                                ConfigFile.SOURCE,
                                "effects: [{ name: bus, when: {}, kafka: { topic: a/b }, repeat: never }]")
                        .mistakes())
                .anyMatch(line -> line.startsWith("effects[0].kafka.topic: is not a proper name of a topic"));
    }

    @Test
    void namesAreUnique() {
        String again = EFFECTS + EFFECTS.substring(EFFECTS.indexOf('\n') + 1);

        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, again).paths()).containsExactly("effects[1].name");
    }

    @Test
    void conditionOnAttentionNamesReasons() {
        assertThat(effects()
                        .with(
                                "from: pending, to: [succeeded, failed], status: completed, kind: move",
                                "attention: true, to: conflict")
                        .mistakes())
                .isEmpty();
        assertThat(effects()
                        .with(
                                "from: pending, to: [succeeded, failed], status: completed, kind: move",
                                "kind: status, to: expired")
                        .mistakes())
                .isEmpty();
        assertThat(effects().with("kind: move", "kind: status").paths())
                .containsExactly("effects[0].when.from", "effects[0].when.to[0]");
    }

    @Test
    void conditionOnASourceThatIsWrongItselfIsNotBlamed() {
        assertThat(ConfigFile.of("""
                        sources: { p: { preset: nothing-like-it, secrets: ["0123456789abcdef"] } }
                        """ + EFFECTS).paths()).containsExactly("sources.p.preset");
    }

    @Test
    void missingConditionIsAMistakeSinceItWouldMatchEverything() {
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, """
                        effects: [{ name: app, http: { url: "http://a/b", secret: 0123456789abcdef } }]
                        """).paths()).containsExactly("effects[0].when");
    }

    private static ConfigFile effects() {
        return ConfigFile.withSource(ConfigFile.SOURCE, EFFECTS);
    }

    private static EffectRule.HttpTarget http(EffectRule rule) {
        return (EffectRule.HttpTarget) rule.target();
    }
}

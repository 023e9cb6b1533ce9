package dev.pawl.core.interpret;

import static dev.pawl.core.interpret.Given.assertion;
import static dev.pawl.core.interpret.Given.event;
import static dev.pawl.core.interpret.Given.operation;
import static dev.pawl.core.interpret.Given.outcome;
import static dev.pawl.core.interpret.Given.reading;
import static dev.pawl.core.interpret.Given.readings;
import static dev.pawl.core.interpret.Given.recipe;
import static dev.pawl.core.interpret.Given.template;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecipeInterpreterTest {

    private static final Instant CREATED = Instant.ofEpochSecond(1_700_000_000);

    @Test
    void anEventBecomesAnAssertion() {
        Reading reading = reading(event("order", "4711", "note", "\"été\""));

        assertThat(reading.eventId()).isEqualTo("evt_1");
        assertThat(reading.eventType()).isEqualTo("capture");
        assertThat(reading.occurredAt()).isEqualTo(CREATED);
        assertThat(assertion(reading))
                .isEqualTo(new Assertion(
                        new OperationKey("scope", "acct_1", "payment", "op_1"),
                        "p",
                        "payment",
                        "succeeded",
                        Order.at(CREATED),
                        Fingerprint.of(Map.of("currency", "\"EUR\"", "amount", "1000")),
                        Map.of("amount", "1000", "note", "été"),
                        Set.of("note"),
                        "4711",
                        Cause.DELIVERY));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "op       |                  | invalid/key",
                "op       | null             | invalid/key",
                "op       | 123              | asserted",
                "op       | 1.0              | invalid/key",
                "op       | 1e3              | invalid/key",
                "op       | true             | invalid/key",
                "op       | {}               | invalid/key",
                "op       | [\"op_1\"]       | invalid/key",
                "op       | \"\"             | invalid/key",
                "op       | \" \"            | invalid/key",
                "op       | \"x\\u0000\"     | invalid/key",
                "op       | \"x\\ud800\"     | invalid/key",
                "op       | \"\\udc00x\"     | invalid/key",
                "op       | \" op_1 \"       | asserted",
                "kind     |                  | invalid/type",
                "kind     | null             | invalid/type",
                "kind     | 1                | invalid/type",
                "kind     | \"\"             | invalid/type",
                "kind     | \"x\\u0000\"     | invalid/type",
                "kind     | \"refund\"       | ignored/type",
                "kind     | \"Capture\"      | ignored/type",
                "kind     | \"capture.done\" | asserted",
                "livemode |                  | invalid/mode",
                "livemode | null             | invalid/mode",
                "livemode | false            | ignored/mode",
                "livemode | \"true\"         | asserted",
                "livemode | \"True\"         | invalid/mode",
                "livemode | 1                | invalid/mode",
                "livemode | \"\"             | invalid/mode",
                "account  |                  | ignored/account",
                "account  | null             | ignored/account",
                "account  | \"acct_2\"       | ignored/account",
                "account  | \"\"             | invalid/account",
                "account  | {}               | invalid/account",
                "account  | \"x\\u0000\"     | invalid/account",
                "status   |                  | invalid/state",
                "status   | null             | invalid/state",
                "status   | \"settling\"     | invalid/state",
                "status   | \"Succeeded\"    | invalid/state",
                "status   | \" succeeded\"   | invalid/state",
                "status   | false            | asserted",
                "status   | true             | invalid/state",
                "status   | 1                | asserted",
                "status   | 1.0              | invalid/state",
                "status   | {}               | invalid/state",
                "created  | \"soon\"         | invalid/occurredAt",
                "created  | 1700000000000    | invalid/occurredAt",
                "created  | -5               | invalid/occurredAt",
                "created  | true             | invalid/occurredAt",
                "created  | []               | invalid/occurredAt",
                "created  | \"1700000000\"   | asserted",
                "created  |                  | asserted",
                "created  | null             | asserted",
                "id       |                  | asserted",
                "id       | \"\\ud800\"      | asserted",
            })
    void oneMemberDecides(String name, @org.jspecify.annotations.Nullable String value, String expected) {
        assertThat(outcome(event(name, value == null ? "" : value))).isEqualTo(expected);
    }

    @Test
    void badIdsDoNotCollapseAndGoodOnesStayAsTheyAre() {
        assertThat(assertion(reading(event("op", "\" OP_1\\t\""))).key().key()).isEqualTo(" OP_1\t");
        assertThat(assertion(reading(event("op", "12345678901234567890"))).key().key())
                .isEqualTo("12345678901234567890");
        assertThat(assertion(reading(event("op", "\"\\ud83e\\udd80\""))).key().key())
                .isEqualTo("🦀");
    }

    @Test
    void aKeyMayHave512CodePointsAndNotOneMore() {
        String crabs = "🦀".repeat(512);

        assertThat(assertion(reading(event("op", '"' + crabs + '"'))).key().key())
                .isEqualTo(crabs);
        assertThat(outcome(event("op", '"' + crabs + "x\""))).isEqualTo("invalid/key");
    }

    @Test
    void anAccountMayHave255CodePoints() {
        Recipe any = recipe("", Mode.Accepted.LIVE, Set.of(), operation());

        assertThat(outcome(readings(any, event("account", '"' + "a".repeat(255) + '"'))
                        .get(0)))
                .isEqualTo("asserted");
        assertThat(outcome(readings(any, event("account", '"' + "a".repeat(256) + '"'))
                        .get(0)))
                .isEqualTo("invalid/account");
    }

    @Test
    void withoutAListAnAbsentAccountIsTheSourcesOwn() {
        Recipe any = recipe("", Mode.Accepted.LIVE, Set.of(), operation());

        assertThat(assertion(readings(any, event("account", "")).get(0)).key().account())
                .isEmpty();
        assertThat(assertion(readings(any, event("account", "77")).get(0)).key().account())
                .isEqualTo("77");
    }

    @Test
    void whereBothModesAreTakenTheyNeverMeet() {
        Recipe any = recipe("", Mode.Accepted.ANY, Set.of(), operation());

        assertThat(accountOf(any, event())).isEqualTo("live:acct_1");
        assertThat(accountOf(any, event("livemode", "false"))).isEqualTo("test:acct_1");
        assertThat(accountOf(any, event("account", ""))).isEqualTo("live");
        assertThat(accountOf(any, event("account", "\"live\""))).isEqualTo("live:live");
        assertThat(accountOf(any, event("account", "\"a:b%\""))).isEqualTo("live:a%3Ab%25");
        assertThat(outcome(readings(any, event("account", '"' + ":".repeat(100) + '"'))
                        .get(0)))
                .isEqualTo("invalid/account");
    }

    private static String accountOf(Recipe recipe, String body) {
        return assertion(readings(recipe, body).get(0)).key().account();
    }

    @Test
    void theAccountIsCheckedAgainstTheListBeforeTheModeJoinsIt() {
        Recipe both = recipe("", Mode.Accepted.ANY, Set.of("acct_1"), operation());

        assertThat(accountOf(both, event())).isEqualTo("live:acct_1");
    }

    @Test
    void severalMatchingTypesGiveOneReadingEachInFileOrder() {
        Recipe two = recipe(
                "",
                Mode.Accepted.LIVE,
                Set.of(),
                operation("first", null, new Glob("cap*")),
                operation("none", null, new Glob("refund")),
                operation("second", null, new Glob("*")));

        assertThat(readings(two, event()).stream()
                        .map(reading -> assertion(reading).key().type()))
                .containsExactly("first", "second");
    }

    @Test
    void aVersionMustBeAWholeNumberThatFits() {
        Recipe versioned =
                recipe("", Mode.Accepted.LIVE, Set.of(), operation("payment", template("/v"), new Glob("*")));

        assertThat(orderOf(versioned, "7")).isEqualTo(new Order(7L, CREATED));
        assertThat(orderOf(versioned, "\"0042\"")).isEqualTo(new Order(42L, CREATED));
        assertThat(orderOf(versioned, "-9223372036854775808")).isEqualTo(new Order(Long.MIN_VALUE, CREATED));
        for (String wrong : List.of("9223372036854775808", "1.5", "1e2", "\"v1\"", "true", "null", "")) {
            assertThat(outcome(readings(versioned, event("v", wrong)).get(0)))
                    .as(wrong)
                    .isEqualTo("invalid/version");
        }
    }

    private static Order orderOf(Recipe recipe, String version) {
        return assertion(readings(recipe, event("v", version)).get(0)).order();
    }

    @Test
    void aStateOnACycleNeedsAnOrder() {
        assertThat(outcome(event("status", "\"open\"", "created", ""))).isEqualTo("invalid/order");
        assertThat(outcome(event("status", "\"succeeded\"", "created", ""))).isEqualTo("asserted");
        Recipe versioned =
                recipe("", Mode.Accepted.LIVE, Set.of(), operation("payment", template("/v"), new Glob("*")));
        assertThat(outcome(readings(versioned, event("status", "\"open\"", "created", "", "v", "1"))
                        .get(0)))
                .isEqualTo("asserted");
    }

    @Test
    void timesAreCutToMicroseconds() {
        Reading reading = reading(event("created", "1700000000.123456789"));

        assertThat(reading.occurredAt()).isEqualTo(CREATED.plusNanos(123_456_000));
        assertThat(assertion(reading).order()).isEqualTo(Order.at(CREATED.plusNanos(123_456_000)));
    }

    @Test
    void theInvariantHoldsFromItsStateOn() {
        assertThat(fingerprint("\"open\"")).isEqualTo(Set.of("currency"));
        assertThat(fingerprint("\"succeeded\"")).isEqualTo(Set.of("currency", "amount"));
        assertThat(fingerprint("1")).isEqualTo(Set.of("currency", "amount"));
    }

    private static Set<String> fingerprint(String status) {
        return assertion(reading(event("status", status))).fingerprint().names();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000", "1000.0", "1e3", "1000.000", "10E+2"})
    void oneNumberIsOneInvariantHoweverItIsWritten(String amount) {
        assertThat(assertion(reading(event("amount", amount))).fingerprint().fields())
                .containsEntry("amount", "1000");
    }

    @Test
    void aMissingInvariantIsAbsentAndNullIsMissing() {
        assertThat(assertion(reading(event("amount", "", "currency", "null")))
                        .fingerprint()
                        .names())
                .isEmpty();
    }

    @Test
    void fieldsKeepTheirDigitsAndWhatCannotBeStoredIsLeftOut() {
        assertThat(fields("amount", "10.50", "note", "false")).isEqualTo(Map.of("amount", "10.50", "note", "false"));
        assertThat(fields("amount", "123456789012345678.90")).containsEntry("amount", "123456789012345678.90");
        assertThat(fields("note", "\"a\\u0000b\"")).doesNotContainKey("note");
        assertThat(fields("note", "\"\\udc00\"")).doesNotContainKey("note");
        assertThat(fields("note", '"' + "x".repeat(4_097) + '"')).doesNotContainKey("note");
        assertThat(fields("note", '"' + "x".repeat(4_096) + '"')).containsKey("note");
        assertThat(fields("note", "{}", "amount", "null")).isEmpty();
    }

    private static Map<String, String> fields(String... changes) {
        return assertion(reading(event(changes))).fields();
    }

    @Test
    void aReferenceThatCannotBeStoredIsNone() {
        assertThat(assertion(reading(event("order", "\"A-1\""))).reference()).isEqualTo("A-1");
        assertThat(assertion(reading(event("order", "\"\\ud800\""))).reference())
                .isNull();
        assertThat(assertion(reading(event("order", '"' + "x".repeat(513) + '"')))
                        .reference())
                .isNull();
        assertThat(assertion(reading(event("order", "\" \""))).reference()).isNull();
    }

    @Test
    void anArrayIsOneEventPerElementAndOneOddElementHarmsNoOther() {
        List<Reading> readings = readings(recipe(), "[" + event() + ",1,null," + event("op", "\"op_2\"") + ",[]]");

        assertThat(readings.stream().map(Given::outcome))
                .containsExactly("asserted", "invalid/event", "invalid/event", "asserted", "invalid/event");
    }

    @Test
    void anEmptyArrayIsIgnored() {
        assertThat(outcome("[]")).isEqualTo("ignored/empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  \n",
                "null",
                "true",
                "\"x\"",
                "1",
                "{",
                "{} {}",
                "{}x",
                "{\"a\":1,\"a\":2}",
                "nul",
                "{'a':1}"
            })
    void whatIsNoEventAtAllIsNotInterpretable(String body) {
        assertThat(Given.read(recipe(), body.getBytes(UTF_8))).isInstanceOf(Interpretation.NotInterpretable.class);
    }

    @Test
    void anObjectWithoutATypeIsInvalid() {
        assertThat(outcome("{}")).isEqualTo("invalid/type");
    }

    @Test
    void pointersMayLeaveTheElementForTheRootAndTemplatesReadHeaders() {
        OperationRecipe base = operation();
        Recipe nested = new Recipe(
                "p",
                "p",
                BodyFormat.JSON,
                Given.right(EventPath.parse("/items/*/changes")),
                null,
                List.of(template("{header:X-Event}.{/action}"), template("{header:X-Event}")),
                null,
                template("^/owner"),
                null,
                Mode.Accepted.LIVE,
                Set.of(),
                List.of(new OperationRecipe(
                        "change",
                        base.machine(),
                        new EventTypes(List.of(new Glob("push*")), List.of(new Glob("push.pulled"))),
                        KeyRule.plain(List.of(Given.right(Template.parseIdentity("{^/owner}:{/id}")))),
                        null,
                        new StateRule.Mapped(null, Map.of("push", "succeeded", "push.undone", "refunded")),
                        null,
                        InvariantRule.NONE,
                        Map.of(),
                        Set.of())));
        String body = "{\"owner\":\"o:1\",\"items\":[{\"changes\":[{\"id\":1},{\"id\":2,\"action\":\"undone\"}]},{},"
                + "{\"changes\":{\"id\":3}}]}";

        List<Reading> readings = new RecipeInterpreter(nested, 1 << 20)
                .interpret(Given.request(body.getBytes(UTF_8), Map.of("x-EVENT", List.of("push"))))
                .fold(Interpretation.Interpreted::readings, not -> List.of());

        assertThat(readings.stream().map(Given::outcome))
                .containsExactly("asserted", "asserted", "invalid/event", "asserted");
        assertThat(assertion(readings.get(0)).key()).isEqualTo(new OperationKey("p", "o:1", "change", "o%3A1:1"));
        assertThat(assertion(readings.get(0)).state()).isEqualTo("succeeded");
        assertThat(assertion(readings.get(1)).state()).isEqualTo("refunded");
        assertThat(readings.get(1).eventType()).isEqualTo("push.undone");
        assertThat(nested.headers()).containsExactly("x-event");
        assertThat(new RecipeInterpreter(nested, 1 << 20)
                                .interpret(
                                        Given.request(body.getBytes(UTF_8), Map.of("x-event", List.of("push.pulled"))))
                                .fold(Interpretation.Interpreted::readings, not -> List.<Reading>of())
                                .stream()
                                .map(Given::outcome))
                .as("one change is undone: push.pulled.undone")
                .containsExactly("ignored/type", "invalid/state", "invalid/event", "ignored/type");
    }

    @Test
    void theFirstCompleteKeyCountsAndOneThatIsThereButBadIsNotPassedOver() {
        OperationRecipe base = operation();
        Recipe recipe = recipe(
                "",
                Mode.Accepted.LIVE,
                Set.of(),
                new OperationRecipe(
                        "payment",
                        base.machine(),
                        base.when(),
                        KeyRule.plain(List.of(
                                Given.right(Template.parseIdentity("{/parent}:{/op}")),
                                Given.right(Template.parseIdentity("/op")))),
                        null,
                        new StateRule.Fixed("succeeded"),
                        null,
                        InvariantRule.NONE,
                        Map.of(),
                        Set.of()));

        assertThat(assertion(readings(recipe, event("parent", "\"a\"")).get(0))
                        .key()
                        .key())
                .isEqualTo("a:op_1");
        assertThat(assertion(readings(recipe, event("parent", "null")).get(0))
                        .key()
                        .key())
                .isEqualTo("op_1");
        assertThat(outcome(readings(recipe, event("parent", "\"\"")).get(0))).isEqualTo("invalid/key");
        assertThat(outcome(readings(recipe, event("parent", "[]")).get(0))).isEqualTo("invalid/key");
    }

    @Test
    void aRecipeThatContradictsItselfCannotBeBuilt() {
        OperationRecipe base = operation();
        assertThatThrownBy(() -> new OperationRecipe(
                        "payment",
                        base.machine(),
                        base.when(),
                        base.key(),
                        null,
                        new StateRule.Fixed("lost"),
                        null,
                        InvariantRule.NONE,
                        Map.of(),
                        Set.of()))
                .hasMessageContaining("no state lost");
        assertThatThrownBy(() -> new OperationRecipe(
                        "payment",
                        base.machine(),
                        base.when(),
                        base.key(),
                        null,
                        new StateRule.Fixed("succeeded"),
                        null,
                        InvariantRule.NONE,
                        Map.of(),
                        Set.of("amount")))
                .hasMessageContaining("no field");
    }
}

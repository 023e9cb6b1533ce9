package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.core.operation.Transition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SqlValuesTest {

    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678901Z");
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final OperationKey KEY = new OperationKey("p", "acct", "payment", "pi_1");

    private static final Trace TRACE =
            new Trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "a=1", "checkout-1");

    @Test
    void everyNameHasItsValue() {
        SqlValues values = SqlValues.of(
                operation("ord_1", Order.at(THEN), Map.of("amount", "1000")), move("pending", "succeeded"), AT, TRACE);

        assertThat(values.bound(
                        statement(":id :source :account :type :key :reference :from :to :seq :occurredAt :amount")))
                .containsExactly(
                        KEY.id(0).toString(),
                        "shop-eu",
                        "acct",
                        "payment",
                        "pi_1",
                        "ord_1",
                        "pending",
                        "succeeded",
                        "2",
                        "2026-01-01T00:00:00Z",
                        "1000");
        assertThat(values.bound(statement(":operation")).get(0))
                .startsWith("{\"id\":\"" + KEY.id(0) + "\",\"scope\":\"p\"")
                .contains("\"fields\":{\"amount\":\"1000\"}")
                .endsWith("}");
    }

    @Test
    void theTraceIsNullWhereThereIsNoneAndNeverMissing() {
        SqlStatement statement = statement(":correlationId :traceparent :tracestate");
        SqlValues values = SqlValues.of(operation(null, Order.at(THEN), Map.of()), move(null, "a"), AT, TRACE);
        SqlValues none = SqlValues.of(operation(null, Order.at(THEN), Map.of()), move(null, "a"), AT, Trace.NONE);
        SqlValues before = SqlValues.read("{\"key\":\"pi_1\"}".getBytes(StandardCharsets.UTF_8));

        assertThat(SqlValues.read(values.json()).bound(statement))
                .containsExactly("checkout-1", TRACE.traceparent(), "a=1");
        assertThat(none.missing(statement)).isEmpty();
        assertThat(none.bound(statement)).containsExactly(null, null, null);
        assertThat(before.missing(statement)).isEmpty();
        assertThat(before.bound(statement)).containsExactly(null, null, null);
    }

    @Test
    void withoutABusinessTimeTheTransitionsCounts() {
        SqlValues values =
                SqlValues.of(operation(null, new Order(7L, null), Map.of()), move(null, "succeeded"), AT, TRACE);

        assertThat(values.bound(statement(":occurredAt"))).containsExactly(AT.toString());
    }

    @Test
    void aStateThatWasNotThereIsNullAndAFieldThatIsNotThereIsMissing() {
        SqlValues values = SqlValues.of(operation(null, Order.at(THEN), Map.of()), move(null, "succeeded"), AT, TRACE);
        SqlStatement statement = statement(":from :to :amount :reference");

        assertThat(values.missing(statement)).containsExactly("amount", "reference");
        assertThat(values.bound(statement(":from :to"))).containsExactly(null, "succeeded");
    }

    @Test
    void whatTheOperationGotSinceFillsGapsOnly() {
        SqlValues values = SqlValues.of(
                operation(null, Order.at(THEN), Map.of("amount", "1000")), move(null, "succeeded"), AT, TRACE);

        SqlValues completed = values.completed("ord_1", "{\"amount\":\"2000\",\"order\":\"o\",\"key\":\"other\"}");

        assertThat(completed.bound(statement(":amount :order :reference :key")))
                .containsExactly("1000", "o", "ord_1", "pi_1");
    }

    @Test
    void aFieldIsHiddenByTheNameEveryOperationHas() {
        SqlValues values = SqlValues.of(
                operation(null, Order.at(THEN), Map.of("key", "other", "reference", "other")),
                move(null, "a"),
                AT,
                TRACE);

        assertThat(values.bound(statement(":key"))).containsExactly("pi_1");
        assertThat(values.missing(statement(":reference"))).containsExactly("reference");
    }

    /** These came later than the others, and have no value where nothing brought a trace. */
    @Test
    void aFieldIsHiddenByATracesNameAndFoundInTheOperation() {
        Map<String, String> fields = Map.of("tracestate", "mine", "traceparent", "mine", "correlationId", "mine");

        SqlValues values = SqlValues.of(operation(null, Order.at(THEN), fields), move(null, "a"), AT, Trace.NONE)
                .completed(null, "{\"tracestate\":\"later\"}");

        assertThat(values.missing(statement(":tracestate :traceparent :correlationId")))
                .isEmpty();
        assertThat(values.bound(statement(":tracestate :traceparent :correlationId")))
                .containsOnlyNulls();
        assertThat(values.bound(statement(":operation")).get(0)).contains("\"tracestate\":\"mine\"");
    }

    @Test
    void storedValuesAreReadAsTheyWere() {
        SqlValues values = SqlValues.of(
                operation(null, Order.at(THEN), Map.of("note", "\"ü\" \u2028 \ud83d\ude00")),
                move(null, "a"),
                AT,
                TRACE);

        assertThat(SqlValues.read(values.json())).isEqualTo(values);
        assertThat(new String(values.json(), StandardCharsets.UTF_8)).contains("\"from\":null", "\"to\":\"a\"");
    }

    @Test
    void valuesAreNotPrinted() {
        SqlValues values = SqlValues.of(
                operation(null, Order.at(THEN), Map.of("email", "a@b.example")), move(null, "a"), AT, TRACE);

        assertThat(values.toString()).contains("email").doesNotContain("a@b.example");
    }

    private static SqlStatement statement(String parameters) {
        List<String> names = List.of(parameters.replace(":", "").split(" "));
        return new SqlStatement("select", names);
    }

    private static Transition move(@Nullable String from, String to) {
        return new Transition(KEY.id(0), 2, Transition.Kind.MOVE, from, to, Cause.DELIVERY, false, Map.of());
    }

    private static Operation operation(@Nullable String reference, Order order, Map<String, String> fields) {
        return new Operation(
                KEY.id(0),
                KEY,
                0,
                "shop-eu",
                reference,
                "payment",
                "succeeded",
                Status.COMPLETED,
                new TreeMap<>(),
                order,
                2,
                fields,
                Fingerprint.NONE,
                Operation.Counts.NONE,
                null,
                null,
                Operation.Checks.NONE,
                false,
                0,
                null,
                AT,
                AT);
    }
}

package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Operation.Counts;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.operation.Transition.Kind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EffectPayloadTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");
    private static final OperationKey KEY = new OperationKey("shop", "", "payment", "pi_1");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void aMoveTellsTheOperationAndHowItGotThere() {
        Operation paid = operation(new TreeMap<>(), Order.at(NOW.minusSeconds(5)));

        String json = text(EffectPayload.json(paid, move(null, "succeeded"), NOW, "req-1"));

        assertThat(json).isEqualTo("""
                        {"type":"payment.succeeded","timestamp":"2026-03-01T12:00:00.123456Z","correlationId":"req-1","data":{\
                        "operation":{"id":"%s","scope":"shop","source":"shop-eu","account":"","type":"payment",\
                        "key":"pi_1","reference":"order \\"7\\"","machine":"payment","state":"succeeded",\
                        "status":"completed","attention":[],"occurredAt":"2026-03-01T11:59:55.123456Z","version":null,\
                        "seq":3,"fields":{"amount":"1000","currency":"EUR"},"correlationId":"req-0",\
                        "deliveries":4,"duplicates":2,"conflicts":1,\
                        "createdAt":"2026-03-01T11:00:00.123456Z","updatedAt":"2026-03-01T12:00:00.123456Z",\
                        "nextCheckAt":null,"expiresAt":"2026-03-02T12:00:00.123456Z","tombstone":false},\
                        "transition":{"seq":3,"kind":"move","from":null,"to":"succeeded","cause":"delivery",\
                        "at":"2026-03-01T12:00:00.123456Z"}}}""".formatted(KEY.id(0)));
    }

    @Test
    void theSameTransitionAlwaysGivesTheSameBytes() {
        Operation paid = operation(new TreeMap<>(), Order.NONE);
        Operation again = operation(new TreeMap<>(), Order.NONE);

        assertThat(EffectPayload.json(paid, move("pending", "succeeded"), NOW, "req-1"))
                .isEqualTo(EffectPayload.json(again, move("pending", "succeeded"), NOW, "req-1"));
    }

    @Test
    void idsAndVersionsAreStringsAndAttentionShowsItsDetail() {
        SortedMap<Attention.Reason, Attention> attention = new TreeMap<>();
        attention.put(
                Attention.Reason.DEAD_EFFECT,
                new Attention(Attention.Reason.DEAD_EFFECT, NOW, Map.of("effect", "shop", "error", "status 400")));
        Operation operation = operation(attention, new Order(9_007_199_254_740_993L, null));

        JsonNode json = parsed(operation, transition(Kind.ATTENTION, null, "dead-effect", Map.of("effect", "shop")));

        JsonNode told = json.at("/data/operation");
        assertThat(told.get("version").isTextual()).isTrue();
        assertThat(told.get("version").asText()).isEqualTo("9007199254740993");
        assertThat(told.at("/attention/0/reason").asText()).isEqualTo("dead-effect");
        assertThat(told.at("/attention/0/since").asText()).isEqualTo(NOW.toString());
        assertThat(told.at("/attention/0/detail/error").asText()).isEqualTo("status 400");
        assertThat(json.at("/data/transition/detail/effect").asText()).isEqualTo("shop");
    }

    @Test
    void theTypeNamesWhatWasEnteredOrTheKindOfChange() {
        Operation operation = operation(new TreeMap<>(), Order.NONE);

        assertThat(type(operation, move("pending", "succeeded"))).isEqualTo("payment.succeeded");
        assertThat(type(operation, transition(Kind.STATUS, "processing", "unknown", Map.of())))
                .isEqualTo("payment.unknown");
        assertThat(type(operation, transition(Kind.STATUS, "processing", "expired", Map.of())))
                .isEqualTo("payment.expired");
        assertThat(type(operation, transition(Kind.FIELDS, "succeeded", "succeeded", Map.of("amount", "1"))))
                .isEqualTo("payment.fields");
        assertThat(type(operation, transition(Kind.ATTENTION, null, "conflict", Map.of())))
                .isEqualTo("payment.attention");
        assertThat(type(operation, transition(Kind.ATTENTION, "conflict", null, Map.of())))
                .isEqualTo("payment.attention");
    }

    @Test
    void aCorrectionSaysSo() {
        Operation operation = operation(new TreeMap<>(), Order.NONE);
        Transition forced =
                new Transition(operation.id(), 3, Kind.MOVE, "succeeded", "pending", Cause.OPERATOR, true, Map.of());

        assertThat(parsed(operation, forced).at("/data/transition/correction").asBoolean())
                .isTrue();
        assertThat(parsed(operation, move("pending", "succeeded"))
                        .at("/data/transition")
                        .has("correction"))
                .isFalse();
    }

    @Test
    void textOutsideAsciiArrivesAsItIs() {
        OperationKey key = new OperationKey("shop", "", "payment", "Zürich 💶");
        Operation operation = operation(key, new TreeMap<>(), Order.NONE);

        assertThat(parsed(operation, move(null, "succeeded"))
                        .at("/data/operation/key")
                        .asText())
                .isEqualTo("Zürich 💶");
    }

    @Test
    void theWebhookIdHasNoDotAndNothingAHeaderCannotCarry() {
        UUID id = KEY.id(0);

        assertThat(EffectPayload.webhookId(id, move(null, "succeeded"), "shop")).isEqualTo(id + "_3_succeeded_shop");
        assertThat(EffectPayload.webhookId(id, move(null, "in.transit_2 ü"), "shop"))
                .isEqualTo(id + "_3_in-transit_2--_shop");
        assertThat(EffectPayload.webhookId(id, transition(Kind.ATTENTION, "conflict", null, Map.of()), "shop"))
                .isEqualTo(id + "_3_attention_shop");
    }

    @Test
    void aMessageForPeopleTellsWhatItsTemplateNamesAndCallsNobody() {
        EffectText text = EffectText.message(
                        "{source} {type} {key}: {from} to {to} ({status}), {reference} {field:amount}"
                                + " {field:note} {reason} {{x}}")
                .fold(parsed -> parsed, problem -> {
                    throw new AssertionError(problem);
                });
        EffectRule.HttpTarget chat = new EffectRule.HttpTarget(
                URI.create("https://chat/x"), List.of(), Duration.ofSeconds(1), Set.of(), text);
        OperationKey key = new OperationKey("shop", "", "payment", "<!channel> & \"co\"");

        String body = text(EffectPayload.of(
                chat, operation(key, new TreeMap<>(), Order.NONE), move(null, "succeeded"), NOW, null));

        assertThat(body)
                .isEqualTo("{\"text\":\"shop-eu payment &lt;!channel&gt; &amp; \\\"co\\\": - to succeeded (completed),"
                        + " order \\\"7\\\" 1000 - - {x}\"}");
        assertThat(chat.toString()).doesNotContain("/x");
    }

    @Test
    void aValueInAMessageIsNoMentionNoLinkAndNoLineOfItsOwn() {
        EffectText text = EffectText.message("{key}\n{source}").fold(parsed -> parsed, problem -> {
            throw new AssertionError(problem);
        });
        EffectRule.HttpTarget chat = new EffectRule.HttpTarget(
                URI.create("https://chat/x"), List.of(), Duration.ofSeconds(1), Set.of(), text);
        OperationKey key = new OperationKey("shop", "", "payment", "@all [pay](https://evil)\r\nPaid\u2028");

        String body = text(EffectPayload.of(
                chat, operation(key, new TreeMap<>(), Order.NONE), move(null, "succeeded"), NOW, null));

        assertThat(body).isEqualTo("{\"text\":\"@\u200ball [\u200bpay]\u200b(https:\u200b//evil) Paid \\nshop-eu\"}");
    }

    private static String type(Operation operation, Transition transition) {
        return parsed(operation, transition).get("type").asText();
    }

    private static JsonNode parsed(Operation operation, Transition transition) {
        try {
            return MAPPER.readTree(text(EffectPayload.json(operation, transition, NOW, "req-1")));
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON", e);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Transition move(@Nullable String from, String to) {
        return transition(Kind.MOVE, from, to, Map.of());
    }

    private static Transition transition(
            Kind kind, @Nullable String from, @Nullable String to, Map<String, String> detail) {
        return new Transition(KEY.id(0), 3, kind, from, to, Cause.DELIVERY, false, detail);
    }

    private static Operation operation(SortedMap<Attention.Reason, Attention> attention, Order order) {
        return operation(KEY, attention, order);
    }

    private static Operation operation(
            OperationKey key, SortedMap<Attention.Reason, Attention> attention, Order order) {
        return new Operation(
                key.id(0),
                key,
                0,
                "shop-eu",
                "order \"7\"",
                "payment",
                "succeeded",
                Status.COMPLETED,
                attention,
                order,
                3,
                Map.of("currency", "EUR", "amount", "1000"),
                Fingerprint.NONE,
                new Counts(4, 2, 1),
                null,
                NOW.plusSeconds(86_400),
                Operation.Checks.NONE,
                false,
                0,
                "req-0",
                NOW.minusSeconds(3_600),
                NOW);
    }
}

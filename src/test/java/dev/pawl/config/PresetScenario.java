package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Decider;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Progress;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Verification;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DynamicTest;

/** One source and the operations it has made so far: verifies, interprets and decides as the service does, in memory. */
final class PresetScenario {

    private final Source source;
    private final Map<String, Machine> machines = BuiltInMachines.all();
    private final Map<OperationKey, Operation> operations = new HashMap<>();

    PresetScenario(Source source) {
        this.source = source;
    }

    DynamicTest test(String name, JsonNode request) {
        return DynamicTest.dynamicTest(name, () -> play(request));
    }

    private void play(JsonNode request) {
        JsonNode expect = request.path("expect");
        Instant at = Instant.parse(request.path("at").asText());
        Map<String, List<String>> headers = new HashMap<>();
        request.path("headers")
                .properties()
                .forEach(header ->
                        headers.put(header.getKey(), List.of(header.getValue().asText())));
        InboundRequest inbound = new InboundRequest(
                "POST", "/webhooks/s", headers, request.path("body").asText().getBytes(StandardCharsets.UTF_8));

        source.verifier()
                .verify(inbound, source.secrets(), at)
                .fold(
                        verified -> {
                            assertThat(expect.has("refused"))
                                    .as("expected to be refused")
                                    .isFalse();
                            assertThat(verified.key())
                                    .isEqualTo(expect.path("key").asInt(0));
                            judged(expect, verified, at);
                            return true;
                        },
                        refused -> {
                            assertThat(refused.reason().word())
                                    .isEqualTo(expect.path("refused").asText("verified"));
                            return false;
                        },
                        needed -> {
                            throw new AssertionError("needs a key: " + needed.request());
                        });
    }

    private void judged(JsonNode expect, Verification.Verified verified, Instant at) {
        List<Reading> readings = source.interpreter()
                .interpret(verified.request())
                .fold(Interpretation.Interpreted::readings, not -> List.of());
        List<String> verdicts = new ArrayList<>();
        for (Reading reading : readings) {
            verdicts.add(reading.outcome()
                    .fold(
                            asserted -> decided(asserted.assertion(), at, expect),
                            ignored -> "ignored/" + ignored.reason(),
                            invalid -> "invalid/" + invalid.reason()));
            assertText(expect, "eventId", reading.eventId());
            assertText(expect, "eventType", reading.eventType());
            assertText(expect, "occurredAt", String.valueOf(reading.occurredAt()));
        }
        assertThat(verdicts).isEqualTo(texts(expect.path("verdicts")));
        expect.path("operations")
                .properties()
                .forEach(entry -> assertThat(states())
                        .containsEntry(entry.getKey(), entry.getValue().asText()));
    }

    private String decided(Assertion assertion, Instant at, JsonNode expect) {
        Machine machine = Objects.requireNonNull(machines.get(assertion.machine()));
        Operation current = operations.get(assertion.key());
        Decision decision = Decider.decide(machine, Decider.Memory.FOR_EVER, current, assertion);
        Operation after = Progress.of(machine, current, assertion, decision, at).after();
        if (after != null) {
            operations.put(assertion.key(), after);
        }
        assertText(expect, "reference", assertion.reference());
        if (expect.has("fields")) {
            Map<String, String> fields = new HashMap<>();
            expect.path("fields")
                    .properties()
                    .forEach(
                            field -> fields.put(field.getKey(), field.getValue().asText()));
            assertThat(assertion.fields()).isEqualTo(fields);
        }
        return decision.verdict().word();
    }

    /** State by {@code type/key}, and {@code @account} where there is one. */
    private Map<String, String> states() {
        Map<String, String> states = new HashMap<>();
        operations.forEach((key, operation) -> states.put(
                key.type() + "/" + key.key() + (key.account().isEmpty() ? "" : "@" + key.account()),
                operation.state()));
        return states;
    }

    private static void assertText(JsonNode expect, String name, @org.jspecify.annotations.Nullable String actual) {
        if (expect.has(name)) {
            assertThat(actual).as(name).isEqualTo(expect.path(name).asText());
        }
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }
}

package dev.pawl.core.interpret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.core.Parsed;
import dev.pawl.core.TimeFormat;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Machine.State;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recipes to read with. The machine: {@code pending → succeeded → refunded}, and {@code pending ⇄ failed} as a cycle. */
final class Given {

    static final Machine MACHINE = new Machine(
            "payment",
            false,
            Duration.ofHours(1),
            List.of(
                    state("pending", Status.PROCESSING, true, "succeeded", "failed"),
                    state("failed", Status.FAILED, false, "pending", "succeeded"),
                    state("succeeded", Status.COMPLETED, false, "refunded"),
                    state("refunded", Status.COMPLETED, false)));

    private Given() {}

    private static State state(String name, Status status, boolean initial, String... next) {
        return new State(name, status, initial, Set.of(next), null, 10, null);
    }

    static <T> T right(Parsed<T> parsed) {
        return parsed.fold(value -> value, problem -> {
            throw new AssertionError(problem);
        });
    }

    static Template template(String text) {
        return right(Template.parse(text));
    }

    static Pointer pointer(String text) {
        return right(Pointer.parse(text));
    }

    /** How the tests' provider writes events. */
    static Recipe recipe() {
        return recipe("", Mode.Accepted.LIVE, Set.of("acct_1"), operation());
    }

    static Recipe recipe(String each, Mode.Accepted accepted, Set<String> accounts, OperationRecipe... operations) {
        return new Recipe(
                "p",
                "scope",
                BodyFormat.JSON,
                right(EventPath.parse(each)),
                template("/id"),
                List.of(template("/kind")),
                new TimeRule(template("/created"), TimeFormat.SECONDS),
                template("/account"),
                right(ModeRule.of(List.of(template("/livemode")), "true", null, null)),
                accepted,
                accounts,
                List.of(operations));
    }

    static OperationRecipe operation() {
        return operation("payment", null, new Glob("capture*"));
    }

    static OperationRecipe operation(String type, @Nullable Template version, Glob... when) {
        return new OperationRecipe(
                type,
                MACHINE,
                EventTypes.of(when),
                KeyRule.plain(List.of(right(Template.parseIdentity("/op")))),
                template("/order"),
                new StateRule.Mapped(
                        template("/status"),
                        Map.of(
                                "succeeded",
                                "succeeded",
                                "open",
                                "pending",
                                "no",
                                "failed",
                                "false",
                                "failed",
                                "1",
                                "refunded")),
                version,
                new InvariantRule(
                        Map.of("currency", pointer("/currency")),
                        Map.of("succeeded", Map.of("amount", pointer("/amount")))),
                Map.of("amount", template("/amount"), "note", template("/note")),
                Set.of("note"));
    }

    /** The genuine event, with one member replaced: {@code with("op", "1")}; null takes it away. */
    static String event(String... changes) {
        Map<String, String> members = new java.util.LinkedHashMap<>(Map.of(
                "id", "\"evt_1\"",
                "op", "\"op_1\"",
                "kind", "\"capture\"",
                "status", "\"succeeded\"",
                "amount", "1000",
                "currency", "\"EUR\"",
                "created", "1700000000",
                "livemode", "true",
                "account", "\"acct_1\""));
        for (int i = 0; i < changes.length; i += 2) {
            if (changes[i + 1].isEmpty()) {
                members.remove(changes[i]);
            } else {
                members.put(changes[i], changes[i + 1]);
            }
        }
        StringBuilder json = new StringBuilder("{");
        members.forEach((name, value) -> json.append(json.length() > 1 ? "," : "")
                .append('"')
                .append(name)
                .append("\":")
                .append(value));
        return json.append('}').toString();
    }

    static VerifiedRequest request(byte[] body, Map<String, List<String>> headers) {
        return VerifiedRequest.restored(new InboundRequest("POST", "/webhooks/p", headers, body));
    }

    static Interpretation read(Recipe recipe, byte[] body) {
        return new RecipeInterpreter(recipe, 1 << 20).interpret(request(body, Map.of()));
    }

    /** The readings; none of them where the body cannot be read, which the caller did not expect. */
    static List<Reading> readings(Recipe recipe, String body) {
        return read(recipe, body.getBytes(UTF_8)).fold(Interpretation.Interpreted::readings, not -> {
            throw new AssertionError(not.why());
        });
    }

    static Reading reading(String body) {
        List<Reading> readings = readings(recipe(), body);
        if (readings.size() != 1) {
            throw new AssertionError(readings);
        }
        return readings.get(0);
    }

    static Assertion assertion(Reading reading) {
        return reading.outcome()
                .fold(
                        Interpretation.Outcome.Asserted::assertion,
                        ignored -> {
                            throw new AssertionError(reading);
                        },
                        invalid -> {
                            throw new AssertionError(reading);
                        });
    }

    /** {@code asserted}, {@code ignored/type}, {@code invalid/key}, … */
    static String outcome(Reading reading) {
        return reading.outcome()
                .fold(
                        asserted -> "asserted",
                        ignored -> "ignored/" + ignored.reason(),
                        invalid -> "invalid/" + invalid.reason());
    }

    static String outcome(String body) {
        return outcome(reading(body));
    }
}

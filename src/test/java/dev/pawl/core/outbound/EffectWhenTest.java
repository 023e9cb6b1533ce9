package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.operation.Transition.Kind;
import dev.pawl.core.outbound.EffectRule.Occasion;
import dev.pawl.core.outbound.EffectRule.When;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which transitions cause an effect: every condition on every occasion there is. */
class EffectWhenTest {

    private static final When EVERYTHING = new When(null, null, null, null, null, null, null, false);

    /** What stands in from and to: nothing, a state, a status, a reason. */
    private static final List<@Nullable String> WORDS =
            Arrays.asList(null, "pending", "succeeded", "unknown", "expired", "conflict");

    private static final List<Occasion> OCCASIONS = occasions();

    private static List<Occasion> occasions() {
        List<Occasion> all = new ArrayList<>();
        for (String source : List.of("eu", "us")) {
            for (String type : List.of("payment", "refund")) {
                for (String machine : List.of("payment", "simple")) {
                    for (Status status : Status.values()) {
                        for (Kind kind : Kind.values()) {
                            for (String from : WORDS) {
                                WORDS.forEach(to ->
                                        all.add(new Occasion(source, type, machine, status.word(), kind, from, to)));
                            }
                        }
                    }
                }
            }
        }
        return all;
    }

    private static boolean moves(Occasion occasion) {
        return occasion.kind() == Kind.MOVE || occasion.kind() == Kind.STATUS;
    }

    private static Arguments row(String name, When when, Predicate<Occasion> expected) {
        return Arguments.of(name, when, expected);
    }

    static Stream<Arguments> conditions() {
        return Stream.of(
                row("nothing", EVERYTHING, EffectWhenTest::moves),
                row(
                        "source",
                        new When("eu", null, null, null, null, null, null, false),
                        o -> moves(o) && o.source().equals("eu")),
                row(
                        "type",
                        new When(null, "refund", null, null, null, null, null, false),
                        o -> moves(o) && o.type().equals("refund")),
                row(
                        "machine",
                        new When(null, null, "simple", null, null, null, null, false),
                        o -> moves(o) && o.machine().equals("simple")),
                row(
                        "from",
                        new When(null, null, null, Set.of("pending", "unknown"), null, null, null, false),
                        o -> moves(o) && ("pending".equals(o.from()) || "unknown".equals(o.from()))),
                row(
                        "to",
                        new When(null, null, null, null, Set.of("succeeded", "expired"), null, null, false),
                        o -> moves(o) && ("succeeded".equals(o.to()) || "expired".equals(o.to()))),
                row(
                        "status",
                        new When(null, null, null, null, null, Set.of("failed", "rejected"), null, false),
                        o -> moves(o) && List.of("failed", "rejected").contains(o.status())),
                row(
                        "kind fields and to",
                        new When(null, null, null, null, Set.of("succeeded"), null, Kind.FIELDS, false),
                        o -> o.kind() == Kind.FIELDS && "succeeded".equals(o.to())),
                row(
                        "attention",
                        new When(null, null, null, null, null, null, null, true),
                        o -> o.kind() == Kind.ATTENTION),
                row(
                        "attention raised",
                        new When(null, null, null, null, Set.of("conflict"), null, null, true),
                        o -> o.kind() == Kind.ATTENTION && "conflict".equals(o.to())),
                row(
                        "attention cleared of what has failed",
                        new When(null, null, null, Set.of("conflict"), null, Set.of("failed"), null, true),
                        o -> o.kind() == Kind.ATTENTION
                                && "conflict".equals(o.from())
                                && o.status().equals("failed")),
                row(
                        "all together",
                        new When(
                                "us",
                                "payment",
                                "payment",
                                Set.of("pending"),
                                Set.of("succeeded"),
                                Set.of("completed"),
                                Kind.MOVE,
                                false),
                        new Occasion("us", "payment", "payment", "completed", Kind.MOVE, "pending", "succeeded")
                                ::equals));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("conditions")
    void aConditionMatchesItsOccasionsAndNoOther(String name, When when, Predicate<Occasion> expected) {
        assertThat(OCCASIONS.stream().filter(when::matches))
                .isNotEmpty()
                .containsExactlyElementsOf(OCCASIONS.stream().filter(expected).toList());
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-,         false, MOVE STATUS",
                "-,         true,  ATTENTION",
                "MOVE,      false, MOVE",
                "STATUS,    false, STATUS",
                "FIELDS,    false, FIELDS",
                "ATTENTION, false, ATTENTION",
                "ATTENTION, true,  ATTENTION"
            })
    void kindAndAttentionSayWhichKindsMatch(@Nullable Kind kind, boolean attention, String expected) {
        When when = new When(null, null, null, null, null, null, kind, attention);
        Set<Kind> matched = EnumSet.noneOf(Kind.class);
        OCCASIONS.stream().filter(when::matches).forEach(occasion -> matched.add(occasion.kind()));
        assertThat(matched)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(expected.split(" ")).map(Kind::valueOf).toList());
    }

    /** Each part of an operation and its transition is looked at where it stands, not at its neighbour. */
    @Test
    void anOperationAndItsTransitionAreTheOccasion() {
        OperationKey key = new OperationKey("scope", "account", "type", "key");
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        Operation after = new Operation(
                key.id(0),
                key,
                0,
                "source",
                "reference",
                "machine",
                "state",
                Status.FAILED,
                new TreeMap<>(),
                Order.NONE,
                3,
                Map.of(),
                Fingerprint.NONE,
                Operation.Counts.NONE,
                null,
                null,
                Operation.Checks.NONE,
                false,
                0,
                null,
                now,
                now);
        Transition transition =
                new Transition(key.id(0), 3, Kind.FIELDS, "from", "to", Cause.DELIVERY, false, Map.of());
        When right = new When(
                "source", "type", "machine", Set.of("from"), Set.of("to"), Set.of("failed"), Kind.FIELDS, false);

        assertThat(right.matches(after, transition)).isTrue();
        assertThat(Stream.of(
                        new When("scope", null, null, null, null, null, Kind.FIELDS, false),
                        new When(null, "key", null, null, null, null, Kind.FIELDS, false),
                        new When(null, null, "type", null, null, null, Kind.FIELDS, false),
                        new When(null, null, null, Set.of("to"), null, null, Kind.FIELDS, false),
                        new When(null, null, null, null, Set.of("from", "state"), null, Kind.FIELDS, false),
                        new When(null, null, null, null, null, Set.of("state"), Kind.FIELDS, false),
                        EVERYTHING))
                .noneMatch(wrong -> wrong.matches(after, transition));
    }
}

package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.operation.Decider.AfterExpiry;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionReaderTest {

    private static final String WINDOW = "mode: live\n    retryWindow: 45d";

    @Test
    void withoutAWordIdentitiesAreKeptForEver() {
        assertThat(retention(ConfigFile.valid())).isEqualTo(Retention.USUAL);
        assertThat(Retention.USUAL.memoryAt(Instant.EPOCH).rememberedSince()).isNull();
    }

    @Test
    void bodiesAreKeptAsLongAsTheProviderSendsAgain() {
        assertThat(retention(ConfigFile.valid().with("mode: live", WINDOW)).bodies())
                .isEqualTo(Duration.ofDays(45));
        assertThat(retention(ConfigFile.valid().with("mode: live", "mode: live\n    retryWindow: 3d"))
                        .bodies())
                .isEqualTo(Duration.ofDays(30));
    }

    @Test
    void aSourceOverridesSingleWordsOfTheFile() {
        ConfigFile file = ConfigFile.withSource(
                ConfigFile.SOURCE + "retention: { operations: 200d, afterExpiry: new }\n",
                "retention: { bodies: 60d, operations: 100d, tombstones: 1000d, afterExpiry: blocked }");

        assertThat(retention(file))
                .isEqualTo(new Retention(
                        Duration.ofDays(60), Duration.ofDays(200), Duration.ofDays(1000), AfterExpiry.NEW));
        assertThat(file.catalog().retention("gone"))
                .as("what no configured source brought follows the file")
                .isEqualTo(new Retention(
                        Duration.ofDays(60), Duration.ofDays(100), Duration.ofDays(1000), AfterExpiry.BLOCKED));
    }

    @Test
    void aSourceMayKeepForEverWhatTheFileForgets() {
        ConfigFile file = ConfigFile.withSource(
                ConfigFile.SOURCE + "retention: { tombstones: never }\n", "retention: { tombstones: 10d }");

        assertThat(retention(file).tombstones()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"40d, 4d, false", "40d, 5d, true", "45d, 0s, true", "1d, never, true"})
    void identitiesAreRememberedForAsLongAsTheProviderSendsAgain(String operations, String tombstones, boolean fits) {
        ConfigFile file = ConfigFile.valid()
                .with(
                        "mode: live",
                        WINDOW + "\n    retention: { operations: " + operations + ", tombstones: " + tombstones + " }");

        if (fits) {
            assertThat(file.mistakes()).isEmpty();
        } else {
            assertThat(file.mistakes())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "sources.p.retention: makes source p forget identities after 44d, before the time in which its"
                                    + " provider sends again (45d) is over")
                    .contains("hint: operations and tombstones");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "new, 44d, takes what is known for something new",
        "new, 45d, ",
        "blocked, 44d, refuses every fact",
        "blocked, 45d, ",
        "checked, 1h, "
    })
    void operationsLastAsLongAsTheProviderSendsAgainWhereTombstonesDoNotDecideAsTheyDid(
            String afterExpiry, String operations, @Nullable String then) {
        ConfigFile file = ConfigFile.valid()
                .with(
                        "mode: live",
                        WINDOW + "\n    retention: { operations: " + operations + ", afterExpiry: " + afterExpiry
                                + " }");

        if (then == null) {
            assertThat(file.mistakes()).isEmpty();
        } else {
            assertThat(file.mistakes())
                    .containsExactly("sources.p.retention: ends operations of source p after 44d, before the time in"
                            + " which its provider sends again (45d) is over; afterExpiry then " + then
                            + " (hint: operations alone must be longer, or afterExpiry: checked)");
        }
    }

    @Test
    void aPresetsResendsAreNoNewOperations() {
        ConfigFile file = ConfigFile.of("""
                sources:
                  stripe:
                    preset: stripe
                    secrets: ["whsec_0123456789abcdef0123456789abcdef"]
                    mode: live
                    retention: { afterExpiry: new }
                retention: { operations: 1h }
                """);

        assertThat(file.mistakes())
                .isNotEmpty()
                .allSatisfy(mistake -> assertThat(mistake)
                        .startsWith("sources.stripe.retention: ends operations of source stripe after PT1H")
                        .contains("hint: operations alone"))
                .anySatisfy(mistake -> assertThat(mistake).contains("sends again (30d)"));
    }

    @ParameterizedTest
    @CsvSource({"new, 29d, false", "new, 30d, true", "blocked, 1h, true", "checked, 1h, true"})
    void whereNobodyKnowsHowLongAProviderSendsAgainNothingIsNewBeforeAMonth(
            String afterExpiry, String operations, boolean fits) {
        ConfigFile file = ConfigFile.valid()
                .with(
                        "mode: live",
                        "mode: live\n    retention: { operations: " + operations + ", afterExpiry: " + afterExpiry
                                + " }");

        if (fits) {
            assertThat(file.mistakes()).isEmpty();
        } else {
            assertThat(file.mistakes())
                    .containsExactly("sources.p.retention: ends operations of source p after 29d, before the time in"
                            + " which its provider may send again, as far as is known (30d) is over; afterExpiry then"
                            + " takes what is known for something new (hint: operations alone must be longer, or"
                            + " afterExpiry: checked, or retryWindow of the source)");
        }
    }

    @Test
    void whoKnowsHowLongAProviderSendsAgainSaysSo() {
        assertThat(ConfigFile.valid()
                        .with(
                                "mode: live",
                                "mode: live\n    retryWindow: 3d\n    retention: { operations: 8d, afterExpiry: new }")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void noStateMayExpireAfterItsOperationIsNewAgain() {
        String slow = """
                machines:
                  slow:
                    states:
                      pending: { status: processing, initial: true, next: [succeeded], expireAfter: 41d }
                      succeeded: { status: completed }
                """;
        String source = ConfigFile.SOURCE.replace("machine: payment", "machine: slow");

        assertThat(ConfigFile.withSource(source, "retention: { operations: 40d, afterExpiry: new }\n" + slow)
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith(
                        "retention: ends operations of source p after 40d, before expireAfter of state pending (41d)");
        assertThat(ConfigFile.withSource(source, "retention: { operations: 20d, afterExpiry: blocked }\n" + slow)
                        .mistakes())
                .as("an operation that may still expire never becomes a tombstone")
                .isEmpty();
    }

    @Test
    void noStateMayExpireAfterItsOperationIsForgotten() {
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE.replace("machine: payment", "machine: slow"), """
                                retention: { operations: 10d, tombstones: 10d }
                                machines:
                                  slow:
                                    states:
                                      pending: { status: processing, initial: true, next: [succeeded], expireAfter: 21d }
                                      succeeded: { status: completed }
                                """)
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith(
                        "retention: makes source p forget identities after 20d, before expireAfter of state pending (21d)");
    }

    @Test
    void everyMistakeHasAPathAndAHint() {
        assertThat(ConfigFile.withSource(
                                ConfigFile.SOURCE + "retention: { bodies: soon, afterExpiry: ask }\n",
                                "retention: { tombstones: ever }")
                        .mistakes())
                .containsExactlyInAnyOrder(
                        "sources.p.retention.bodies: must be a duration, but is soon (hint: such as 500ms, 10s, 5m, 1h,"
                                + " 7d or PT5M)",
                        "sources.p.retention.afterExpiry: is ask, which is not allowed here (hint: one of: blocked,"
                                + " checked, new)",
                        "retention.tombstones: must be a duration, but is ever (hint: such as 500ms, 10s, 5m, 1h, 7d or"
                                + " PT5M)");
    }

    @Test
    void aRenamedSourceKeepsItsIdentitiesAndItsRows() {
        Catalog before = ConfigFile.valid().catalog();
        Catalog after = ConfigFile.of("sources:\n  shop:\n" + (ConfigFile.SOURCE + "formerly: [oldest, p]\n").indent(4))
                .catalog();

        assertThat(Objects.requireNonNull(after.source("shop")).scope()).isEqualTo("oldest");
        assertThat(after.source("p")).isSameAs(after.source("shop"));
        Catalog renamed = ConfigFile.of("sources:\n  shop:\n" + (ConfigFile.SOURCE + "formerly: p\n").indent(4))
                .catalog();
        assertThat(CatalogChange.between(before, renamed).takesNothingAway()).isTrue();
        assertThat(CatalogChange.between(before, after).identities())
                .as("another scope would make other identities of the same keys")
                .containsOnlyKeys("p");
    }

    @Test
    void aFormerNameHasOneOwner() {
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE + "formerly: [p, \"No Name\"]\n", "")
                        .mistakes())
                .containsExactlyInAnyOrder(
                        "sources.p.formerly[1]: is not a proper name of a source (hint: lower-case letters, digits and -, at"
                                + " most 64)",
                        "sources.p.formerly[0]: is p, which belongs to source p (hint: a former name has one source)");
    }

    @Test
    void nothingCanBeSaidToBeInARetiredState() {
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE.replace("machine: payment", "machine: mine"), """
                                machines:
                                  mine:
                                    states:
                                      pending: { status: processing, initial: true, next: [succeeded], retired: true }
                                      fresh: { status: processing, initial: true, next: [succeeded] }
                                      succeeded: { status: completed }
                                """)
                        .mistakes())
                .containsExactly(
                        "sources.p.operations.payment.state.map.open: is pending, which is retired in machine mine"
                                + " (hint: nothing can be said to be in a retired state any more)");
    }

    private static Retention retention(ConfigFile file) {
        return Objects.requireNonNull(file.catalog().source("p")).retention();
    }
}

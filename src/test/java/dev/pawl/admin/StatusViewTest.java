package dev.pawl.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.admin.StatusReads.Count;
import dev.pawl.admin.StatusReads.Snapshot;
import dev.pawl.config.Catalog;
import dev.pawl.config.Configuration;
import dev.pawl.config.Provider;
import dev.pawl.config.Reception;
import dev.pawl.config.Retention;
import dev.pawl.config.Retired;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.verify.NoVerification;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusViewTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Instant EARLIER = NOW.minusSeconds(60);

    private static Count count(String source, String kind, String name, long n, Instant at) {
        return new Count(source, kind, name, n, at);
    }

    private static Source source(String name, boolean verified) {
        return new Source(
                name,
                null,
                name,
                new NoVerification(),
                List.of(),
                request -> new Interpretation.NotInterpretable("test"),
                1 << 20,
                List.of(),
                false,
                verified,
                List.of(),
                Reception.USUAL,
                Provider.UNKNOWN,
                Map.of(),
                null,
                (secret, text) -> List.of(),
                false,
                Map.of(),
                null,
                null,
                Retention.USUAL,
                Set.of(),
                null);
    }

    private static StatusView view(List<Count> counts, Map<String, Instant> processing, @Nullable Instant pending) {
        Catalog catalog = new Catalog(
                Map.of("p", source("p", true), "open", source("open", false)),
                Map.of(),
                List.of(),
                Retired.NOTHING,
                "hash-1",
                null);
        return StatusView.of(
                new Configuration(catalog),
                Source::pending,
                name -> "closed",
                "1.2.3",
                new Snapshot(counts, processing, pending, List.of(), NOW));
    }

    private static @Nullable String hint(String source, Count... counts) {
        StatusView.SourceStatus status =
                view(List.of(counts), Map.of(), null).sources().get(source);
        return status == null ? null : status.hint();
    }

    @Test
    void nothingCountedIsAllZeroes() {
        StatusView view = view(List.of(), Map.of(), null);

        assertThat(view.operations())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "processing", 0L, "completed", 0L, "rejected", 0L, "failed", 0L, "unknown", 0L, "expired", 0L));
        assertThat(view.sources()).containsOnlyKeys("open", "p");
        assertThat(view.attentionBy()).containsEntry("dead-effect", 0L);
        assertThat(view.oldestProcessingSeconds()).isNull();
        assertThat(view.configuration()).isEqualTo(new StatusView.Configuration("hash-1", null));
        assertThat(view.version()).isEqualTo("1.2.3");
    }

    @Test
    void sourcesAddUp() {
        StatusView view = view(
                List.of(
                        count("p", "status", "completed", 3, EARLIER),
                        count("q", "status", "completed", 2, EARLIER),
                        count("p", "attention", "open", 1, EARLIER),
                        count("p", "attention-by", "conflict", 1, EARLIER),
                        count("p", "received", "all", 9, NOW),
                        count("p", "verdict", "applied", 7, NOW),
                        count("p", "effect", "pending", 4, NOW),
                        count("q", "effect", "dead", 5, NOW)),
                Map.of("p", NOW.minusSeconds(90), "q", NOW.minusSeconds(30)),
                NOW.minusSeconds(7));

        assertThat(view.operations()).containsEntry("completed", 5L);
        assertThat(view.attention()).isEqualTo(1);
        assertThat(view.attentionBy()).containsEntry("conflict", 1L);
        assertThat(view.oldestProcessingSeconds()).isEqualTo(90);
        assertThat(view.effects()).isEqualTo(new StatusView.EffectStatus(4, 5, 7L));
        assertThat(view.sources().get("p")).satisfies(p -> {
            assertThat(p.received()).isEqualTo(9);
            assertThat(p.lastReceivedAt()).isEqualTo(NOW);
            assertThat(p.operations()).containsEntry("completed", 3L);
            assertThat(p.verdicts()).containsEntry("applied", 7L).containsEntry("conflict", 0L);
            assertThat(p.oldestProcessingSeconds()).isEqualTo(90);
        });
    }

    @Test
    void wrongSecretFromTheStartIsHintedAt() {
        assertThat(hint("p", count("p", "refused", "signature-wrong", 3, NOW)))
                .contains("none of the configured secrets")
                .contains("sources.p.secrets");
    }

    @Test
    void aKeyThatCannotBeHadIsHintedAt() {
        assertThat(hint(
                        "p",
                        count("p", "received", "all", 3, EARLIER),
                        count("p", "refused", "key-not-obtainable", 3, NOW)))
                .contains("https");
    }

    @Test
    void secretChangedAtTheProviderIsHintedAt() {
        assertThat(hint(
                        "p",
                        count("p", "received", "all", 3, EARLIER),
                        count("p", "refused", "signature-wrong", 3, NOW)))
                .contains("since the last authentic delivery");
    }

    @Test
    void oneAuthenticDeliveryAfterRefusalsEndsTheHint() {
        assertThat(hint(
                        "p",
                        count("p", "received", "all", 3, NOW),
                        count("p", "refused", "signature-wrong", 3, EARLIER)))
                .isNull();
    }

    @Test
    void unsignedAndFarAwayInTimeHaveHintsOfTheirOwn() {
        assertThat(hint("p", count("p", "refused", "signature-missing", 1, NOW)))
                .contains("no usable signature");
        assertThat(hint("p", count("p", "refused", "timestamp-too-old", 1, NOW)))
                .contains("clock");
    }

    @Test
    void sourceWithoutVerificationAndOneThatIsGoneAreSaidToBe() {
        assertThat(hint("open")).contains("not verified");
        assertThat(hint("old", count("old", "received", "all", 1, NOW))).contains("no longer configured");
    }
}

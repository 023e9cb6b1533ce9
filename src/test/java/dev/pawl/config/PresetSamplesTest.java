package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Verification;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each preset's sample event, signed as the provider would sign it: it is verified, read, and says what the preset promises.
 */
class PresetSamplesTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

    private static Stream<DynamicTest> forEachPreset(java.util.function.Consumer<PresetSource> check) {
        return PresetLibrary.names().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> check.accept(PresetSource.of(name))));
    }

    @TestFactory
    Stream<DynamicTest> theSampleIsVerifiedAndReadAsPromised() {
        return forEachPreset(preset -> {
            Provider.Sample sample = preset.sample();
            Verification verification = preset.verify(preset.signed(NOW), NOW);
            assertThat(outcome(verification)).isEqualTo("verified");
            assertThat(said(preset.source(), (Verification.Verified) verification))
                    .contains(sample.expect())
                    .noneMatch(word -> word.startsWith("invalid"));
        });
    }

    @TestFactory
    Stream<DynamicTest> anUnsignedSampleIsRefused() {
        return forEachPreset(preset -> {
            if (preset.source().verified()) {
                InboundRequest bare =
                        new InboundRequest("POST", "/webhooks/s", Map.of(), "{}".getBytes(StandardCharsets.UTF_8));
                assertThat(outcome(preset.verify(bare, NOW))).isNotEqualTo("verified");
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> peopleFindWhatTheyNeed() {
        return forEachPreset(preset -> {
            Provider provider = preset.source().provider();
            assertThat(Stream.of(provider.name(), provider.docs(), provider.endpoint(), provider.secret()))
                    .doesNotContainNull();
            assertThat(preset.source().operationTypes())
                    .allSatisfy(type -> assertThat(type.about())
                            .as(type.type())
                            .containsOnlyKeys("effect", "initiator", "sameWhen", "newWhen", "keyMadeBy"));
        });
    }

    private static String outcome(Verification verification) {
        return verification.fold(
                verified -> "verified", refused -> refused.reason().word(), needed -> "key needed");
    }

    private static List<String> said(Source source, Verification.Verified verified) {
        Interpretation interpretation = source.interpreter().interpret(verified.request());
        List<String> words = new ArrayList<>();
        interpretation.fold(
                interpreted -> {
                    interpreted
                            .readings()
                            .forEach(reading -> words.add(reading.outcome()
                                    .fold(
                                            asserted ->
                                                    asserted.assertion().key().type() + "."
                                                            + asserted.assertion()
                                                                    .state(),
                                            ignored -> "ignored",
                                            invalid -> "invalid/" + invalid.reason())));
                    return true;
                },
                not -> words.add("invalid/" + not.why()));
        return words;
    }
}

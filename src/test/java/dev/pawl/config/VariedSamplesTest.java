package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Outcome.Asserted;
import dev.pawl.core.interpret.Recipe;
import dev.pawl.core.interpret.Variation;
import dev.pawl.core.interpret.Variation.FreshName;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every preset's sample about another operation: only the key is another one, or there is a reason why it cannot be. */
class VariedSamplesTest {

    private static final FreshName FRESH = new FreshName("drill-0123", "9000000123");

    @TestFactory
    Stream<DynamicTest> aVariedSampleIsAboutAnotherOperationAndSaysTheSame() {
        return PresetLibrary.names().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    Source source = PresetSource.of(name).source();
                    InboundRequest sample = plain(source);
                    List<Assertion> before = said(source, sample);
                    if (varied(source, sample) instanceof Parsed.Meant<InboundRequest> about) {
                        List<Assertion> after = said(source, about.value());
                        assertThat(after).hasSameSizeAs(before);
                        for (int n = 0; n < before.size(); n++) {
                            assertThat(after.get(n).key())
                                    .isNotEqualTo(before.get(n).key());
                            assertThat(after.get(n).key().account())
                                    .isEqualTo(before.get(n).key().account());
                            assertThat(after.get(n).key().type())
                                    .isEqualTo(before.get(n).key().type());
                            assertThat(after.get(n).state())
                                    .isEqualTo(before.get(n).state());
                            assertThat(after.get(n).order())
                                    .isEqualTo(before.get(n).order());
                        }
                    }
                }));
    }

    @Test
    void mostSamplesCanBeVaried() {
        List<String> not = PresetLibrary.names().stream()
                .filter(name -> {
                    Source source = PresetSource.of(name).source();
                    return varied(source, plain(source)) instanceof Parsed.Wrong<InboundRequest>;
                })
                .toList();

        assertThat(not).hasSizeLessThan(PresetLibrary.names().size() / 5);
    }

    private static InboundRequest plain(Source source) {
        return SampleRequest.plain(source).fold(request -> request, problem -> {
            throw new AssertionError(problem);
        });
    }

    private static Parsed<InboundRequest> varied(Source source, InboundRequest sample) {
        Parsed<Recipe> recipe = source.interpreter().recipe();
        return recipe.then(known -> new Variation(known, sample).about(FRESH));
    }

    private static List<Assertion> said(Source source, InboundRequest request) {
        List<Assertion> said = new ArrayList<>();
        source.interpreter()
                .interpret(VerifiedRequest.vouchedFor(request))
                .fold(Interpretation.Interpreted::readings, not -> List.<Interpretation.Reading>of())
                .forEach(reading -> {
                    if (reading.outcome() instanceof Asserted asserted) {
                        said.add(asserted.assertion());
                    }
                });
        return said;
    }
}

package dev.pawl.core.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.SignedContent.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignedContentTest {

    @Test
    void aTemplateIsReadPartByPart() {
        SignedContent content = Recipes.right(SignedContent.parse("v0:{header:X-Id}:{sig:t}:{body}"));

        assertThat(content.parts())
                .containsExactly(
                        new Part.Literal("v0:"),
                        new Part.Header("x-id"),
                        new Part.Literal(":"),
                        new Part.Named("t"),
                        new Part.Literal(":"),
                        new Part.Body());
        assertThat(content.coversBody()).isTrue();
        assertThat(Recipes.right(SignedContent.parse("{header:X-Id}")).coversBody())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{bdy}          | unknown part {bdy}",
                "{body:crc31}   | unknown part {body:crc31}",
                "{header:}      | unknown part {header:}",
                "{sig}.{body}   | unknown part {sig}",
                "{}             | unknown part {}",
                "{body          | { without }",
                "body}          | } without {",
                "''             | nothing is signed",
            })
    void mistakesAreTold(String template, String problem) {
        String told = SignedContent.parse(template).fold(content -> "none", wrong -> wrong);

        assertThat(told).startsWith(problem);
    }

    @Test
    void aTimeStandsInOneHeaderOrOnePart() {
        assertThat(Recipes.right(Part.reference("{header:X-Time}"))).isEqualTo(new Part.Header("x-time"));
        assertThat(Recipes.right(Part.reference("{sig:t}"))).isEqualTo(new Part.Named("t"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "{body}", "{sig:t}.{body}", "", "{nothing}"})
    void anythingElseIsNoTime(String text) {
        assertThat(Part.reference(text).<Boolean>fold(part -> true, problem -> false))
                .isFalse();
    }
}

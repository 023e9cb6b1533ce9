package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.outbound.EffectQuestion.Condition;
import dev.pawl.core.outbound.EffectQuestion.Request;
import dev.pawl.core.outbound.EffectQuestion.Said;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EffectQuestionTest {

    private static final byte[] PAYLOAD =
            "{\"data\":{\"operation\":{\"id\":\"o-1\",\"key\":\"a/b?c ü\",\"fields\":{\"order\":\"7&8\"}}}}"
                    .getBytes(StandardCharsets.UTF_8);

    @Test
    void valuesArePartsOfTheAddressAndNeverItsStructure() {
        Request request = meant(question("https://shop/{id}/{key}?order={field:order}&w={webhook-id}")
                .about("o-1_1_paid_shop", PAYLOAD));

        assertThat(request.url()).isEqualTo("https://shop/o-1/a%2Fb%3Fc%20%C3%BC?order=7%268&w=o-1_1_paid_shop");
        assertThat(request.headers()).containsEntry("X-Key", "a%2Fb%3Fc%20%C3%BC");
    }

    @Test
    void aMissingValueIsNamed() {
        Parsed<Request> parsed = question("https://shop/{field:invoice}").about("w", PAYLOAD);

        assertThat(parsed).isEqualTo(Parsed.wrong("{field:invoice} has no value"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://{key}/x", "https://shop{key}/x", "ftp://shop/x", "shop/{key}", "{key}", "https:///x", ""
            })
    void nothingOfAnOperationChoosesTheHost(String address) {
        assertThat(EffectText.address(address)).isInstanceOf(Parsed.Wrong.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"state":"paid"}     | DONE
            200 | {"state":"unpaid"}   | NOTHING
            200 | {"state":null}       | NOTHING
            200 | {}                   | NOTHING
            200 | not JSON             | NOTHING
            404 | ''                   | NOT_DONE
            500 | {"state":"paid"}     | NOTHING
            """)
    void onlyAClearAnswerCounts(int status, String body, Said expected) {
        assertThat(question("https://shop/").said(status, body.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(expected);
    }

    @Test
    void anAnswerThatFitsBothSaysNothing() {
        Condition any = new Condition(Set.of(), null, Set.of());
        EffectQuestion both = new EffectQuestion("GET", meant(EffectText.address("https://a/")), Map.of(), any, any);

        assertThat(both.said(200, new byte[0])).isEqualTo(Said.NOTHING);
    }

    private static EffectQuestion question(String url) {
        return new EffectQuestion(
                "GET",
                meant(EffectText.address(url)),
                Map.of("X-Key", meant(EffectText.question("{key}"))),
                new Condition(Set.of(), new Pointer(false, List.of("state")), Set.of("paid")),
                new Condition(Set.of(404), null, Set.of()));
    }

    private static <T> T meant(Parsed<T> parsed) {
        return parsed.fold(value -> value, problem -> {
            throw new AssertionError(problem);
        });
    }
}

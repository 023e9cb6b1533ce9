package dev.pawl.core.interpret;

import static dev.pawl.core.interpret.Given.right;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.json.JsonBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {

    private static JsonNode json(String text) {
        return right(JsonBody.parse(text.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "-0.0, 0",
        "0e5, 0",
        "1000, 1000",
        "1000.0, 1000",
        "1e3, 1000",
        "4.50, 4.5",
        "2e-3, 0.002",
        "0.000001, 0.000001",
        "0.0000001, 1e-7",
        "1E30, 1e+30",
        "123456789012345678901, 123456789012345678901",
        "1234567890123456789012, 1.234567890123456789012e+21",
        "100000000000000000000, 100000000000000000000",
        "1000000000000000000000, 1e+21",
        "-1.5e300, -1.5e+300",
        "333333333.33333329, 333333333.33333329",
        "1e-27, 1e-27",
        "9007199254740993, 9007199254740993"
    })
    void numbersHaveOneFormAndKeepAllTheirDigits(String written, String canonical) {
        assertThat(CanonicalJson.of(json(written))).isEqualTo(canonical);
    }

    @Test
    void membersAreSortedAndTextsEscapedAsInRfc8785() {
        String written =
                "{ \"numbers\": [1E30, 4.50, 2e-3],\n \"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\","
                        + " \"literals\": [null, true, false], \"e\": {}, \"l\": [] }";

        assertThat(CanonicalJson.of(json(written)))
                .isEqualTo("{\"e\":{},\"l\":[],\"literals\":[null,true,false],\"numbers\":[1e+30,4.5,0.002],"
                        + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    void membersAreSortedByUtf16CodeUnits() {
        assertThat(CanonicalJson.of(json("{\"\\ufb33\":1,\"\\ud83d\\ude00\":2,\"\\u20ac\":3,\"1\":4,\"\\r\":5}")))
                .isEqualTo("{\"\\r\":5,\"1\":4,\"€\":3,\"😀\":2,\"\uFB33\":1}");
    }

    @Test
    void whatCannotBeStoredIsEscapedAndStaysDifferent() {
        assertThat(CanonicalJson.of(json("\"\\u0000\\ud800\\udc00\\ud800\"")))
                .isEqualTo("\"\\u0000\uD800\uDC00\\ud800\"");
        assertThat(CanonicalJson.of(json("\"\\ud800\""))).isNotEqualTo(CanonicalJson.of(json("\"\\ud801\"")));
    }

    @Test
    void longValuesAreKeptAsTheirHash() {
        assertThat(CanonicalJson.fingerprint(json('"' + "x".repeat(126) + '"'))).startsWith("\"xxx");
        assertThat(CanonicalJson.fingerprint(json('"' + "x".repeat(127) + '"')))
                .isEqualTo("sha256:8aad654b5569bf9be56b6bfc4dc485e68e467bbcdc6aebd566f3d8986fab6990");
    }
}

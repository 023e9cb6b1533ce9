package dev.pawl.core.interpret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.json.JsonBody;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {

    private static final Duration QUICKLY = Duration.ofSeconds(5);

    /** The problem, or {@code ""}. */
    private static String problem(byte[] body) {
        return JsonBody.parse(body).fold(root -> "", problem -> problem);
    }

    private static String problem(String body) {
        return problem(body.getBytes(UTF_8));
    }

    private static JsonNode root(String body) {
        return Given.right(JsonBody.parse(body.getBytes(UTF_8)));
    }

    static Stream<String> attacks() {
        String digits = "9".repeat(100_000);
        return Stream.of(
                "[".repeat(2 * 1024 * 1024),
                "{\"a\":".repeat(400_000),
                "[".repeat(65) + "]".repeat(65),
                digits,
                "{\"amount\":" + digits + "}",
                "{\"amount\":0." + digits + "}",
                "{\"" + "n".repeat(10_000) + "\":1}",
                "[" + "1,".repeat(2_500_000) + "1]");
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void limitsEndTheReadingQuickly(String body) {
        byte[] bytes = body.getBytes(UTF_8);

        Assertions.assertTimeoutPreemptively(
                QUICKLY, () -> assertThat(problem(bytes)).isEqualTo("JSON beyond the limits of depth, size or digits"));
    }

    @Test
    void withinTheLimitsAllIsRead() {
        assertThat(problem("[".repeat(64) + "]".repeat(64))).isEmpty();
        assertThat(problem("9".repeat(1_000))).isEmpty();
        assertThat(problem('"' + "x".repeat(9 * 1024 * 1024) + '"')).isEmpty();
    }

    @Test
    void manyNamesAreNoTrouble() {
        StringBuilder body = new StringBuilder("{");
        for (int i = 0; i < 200_000; i++) {
            body.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":1");
        }
        byte[] bytes = body.append('}').toString().getBytes(UTF_8);

        Assertions.assertTimeoutPreemptively(
                QUICKLY, () -> assertThat(problem(bytes)).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e99999999999",
                "1e-99999999999",
                "1e2147483647",
                "10e2147483647",
                "100.0e-2147483648",
                "1e2147483648",
                "-0e-2147483648",
                "0.00e2147483647"
            })
    void hugeExponentsNeitherThrowNorGrow(String number) {
        String body = Given.event("amount", number, "note", number, "op", number, "created", number, "v", number);

        Assertions.assertTimeoutPreemptively(
                QUICKLY,
                () -> Given.read(Given.recipe(), body.getBytes(UTF_8))
                        .fold(said -> said.readings().size(), not -> 0));
        Assertions.assertTimeoutPreemptively(
                QUICKLY,
                () -> Given.read(
                                Given.recipe(),
                                Given.event("amount", number, "note", number).getBytes(UTF_8))
                        .fold(said -> said.readings().size(), not -> 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"b\":[{\"a\":1,\"\\u0061\":2}]}",
                "{} x",
                "{}{}",
                "[1] 2",
                "{}\u0000",
                "1 1"
            })
    void whatTwoReadersCouldReadDifferentlyIsRefused(String body) {
        assertThat(problem(body)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{a:1}",
                "{'a':1}",
                "[1,]",
                "[NaN]",
                "[Infinity]",
                "[+1]",
                "[01]",
                "[.5]",
                "// c\n1",
                "\"\t\"",
                "\"\\x\"",
                "tru"
            })
    void whatIsNotJsonIsRefused(String body) {
        assertThat(problem(body)).startsWith("not JSON");
    }

    @Test
    void onlyUtf8IsRead() {
        String json = "{\"a\":\"é\"}";
        for (Charset other : List.of(
                StandardCharsets.UTF_16,
                StandardCharsets.UTF_16BE,
                StandardCharsets.UTF_16LE,
                StandardCharsets.ISO_8859_1,
                Charset.forName("UTF-32"))) {
            assertThat(problem(json.getBytes(other))).as(other.name()).isNotEmpty();
        }
        assertThat(problem(new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'})).isEqualTo("not UTF-8");
        assertThat(problem(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'}))
                .isEqualTo("not UTF-8");
        assertThat(problem(new byte[] {'"', (byte) 0xF0, (byte) 0x9F, '"'})).isEqualTo("not UTF-8");
        assertThat(problem("\uFEFF{}")).isEmpty();
        assertThat(problem("\uFEFF\uFEFF{}")).isNotEmpty();
    }

    @Test
    void numbersAreExact() {
        assertThat(root("12345678901234567890.12345678901234567890")
                        .decimalValue()
                        .toPlainString())
                .isEqualTo("12345678901234567890.12345678901234567890");
        assertThat(root("10.00").decimalValue().toPlainString()).isEqualTo("10.00");
        assertThat(root("9007199254740993").bigIntegerValue()).hasToString("9007199254740993");
    }

    @Test
    void theProblemNeverQuotesTheBody() {
        assertThat(problem("{\"a\": hunter2}")).matches("not JSON at line 1, column [0-9]+");
        assertThat(problem("{\"hunter2\":1,\"hunter2\":2}")).doesNotContain("hunter2");
    }

    @Test
    void noDamagedBodyEverThrows() {
        Random random = new Random(7);
        byte[] genuine = Given.event("note", "\"\\u00e9 é 1.5e3\"").getBytes(UTF_8);
        int asserted = 0;
        for (int round = 0; round < 2_000; round++) {
            byte[] body = genuine.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            asserted += Given.read(Given.recipe(), body)
                    .fold(said -> said.readings().size(), not -> 0);
        }
        assertThat(asserted).isPositive();
    }
}

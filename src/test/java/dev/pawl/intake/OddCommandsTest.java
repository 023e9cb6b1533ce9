package dev.pawl.intake;

import static dev.pawl.intake.Caller.SHOP;
import static dev.pawl.intake.Caller.header;
import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.intake.Provider.Answer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of commands that no tidy application sends: its mistake, told as such, and nothing of ours. */
@QuarkusTest
@TestProfile(CommandProfile.class)
class OddCommandsTest extends FaultlessIntake {

    private static Answer post(byte[] body) {
        return Provider.exchange(SHOP.request("order", fresh("k")).POST(BodyPublishers.ofByteArray(body)));
    }

    private static void assertRefused(byte[] body) {
        String before = footprint();
        Answer answer = post(body);
        assertThat(answer.status()).isIn(400, 413, 422);
        assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("urn:pawl:problem:").doesNotContain("Exception", "com.fasterxml", "\tat ");
        assertThat(footprint()).isEqualTo(before);
    }

    /** One byte a character. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"wanted\":\"now\",\"orderId\":\"a\u0000\"}",
                "\u0000",
                "{\"wanted\":\"now\",\"orderId\":\"o\"}\u0000",
                "{\"wanted\":\"now\",\"orderId\":\"a\\u0000b\"}",
                "{\"wanted\":\"now\",\"orderId\":\"\\ud800\"}",
                "{\"wanted\":\"now\",\"orderId\":\"x\\udc00\\ud800\"}",
                "{\"wanted\":\"now\",\"orderId\":\"\u00ff\"}",
                "{\"wanted\":\"now\",\"orderId\":\"\u00c3\"}",
                "{\"wanted\":\"now\",\"orderId\":\"\u00ed\u00a0\u0080\"}",
                "{\"wanted\":\"now\",\"orderId\":\"\u00c0\u00af\"}",
                "\u00ff\u00fe{\u0000}\u0000",
                "{\"wanted\":\"now\",\"orderId\":\"o\"} trailing",
                "{\"wanted\":\"now\",\"orderId\":\"o\"}{\"wanted\":\"now\",\"orderId\":\"o\"}",
                "{\"wanted\":\"now\",\"orderId\":NaN}",
                "{'orderId':'o'}",
                "{\"wanted\":\"now\",\"orderId\":\"",
                "{\"wanted\":\"now\",\"orderId\":{}}",
                "{\"wanted\":\"now\",\"orderId\":null}",
                "{\"wanted\":\"now\",\"orderId\":\"\"}",
                "{\"wanted\":\"now\",\"orderId\":[\"o\"]}"
            })
    void aBodyThatIsNoProperJsonOrNamesNothingIsTheCallersMistake(String bytes) {
        assertRefused(bytes.getBytes(ISO_8859_1));
    }

    @Test
    void soIsOneThatIsTooDeepTooLongOrTooMuch() {
        for (String body : List.of(
                "[".repeat(100_000),
                "[".repeat(4_000),
                "{\"a\":".repeat(700),
                "{\"a\":".repeat(50_000),
                "{\"wanted\":\"now\",\"orderId\":\"o\",\"deep\":" + "[".repeat(1_900) + "]".repeat(1_900) + "}",
                "{\"wanted\":\"now\",\"orderId\":\"o\",\"n\":" + "9".repeat(3_000) + "}",
                "{\"wanted\":\"now\",\"orderId\":\"" + "o".repeat(3_000) + "\"}",
                "{\"wanted\":\"now\",\"orderId\":\"o\",\"s\":\"" + "x".repeat(2_000_000) + "\"}")) {
            assertRefused(body.getBytes(ISO_8859_1));
        }
    }

    /** What the fields do not read is the caller's own and no reason to refuse; it is part of what makes the command the same. */
    @ParameterizedTest
    @ValueSource(strings = {"\"a\\u0000b\"", "\"\\ud800\"", "1e400", "-0"})
    void whatIsNotReadMayBeOdd(String value) {
        String key = fresh("k");
        String body = "{\"amount\":5,\"note\":" + value + "}";
        Answer first = SHOP.post("credit", key, body);
        assertThat(first.status()).isEqualTo(201);
        assertThat(SHOP.post("credit", key, body).body()).isEqualTo(first.body());
    }
}

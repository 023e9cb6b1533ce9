package dev.pawl.core.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            delimiter = '|',
            value = {
                "k1 | k1",
                "\"k1\" | k1",
                "'  \"k1\" ' | k1",
                "a b | a b",
                "\"a\\\"b\\\\c\" | a\"b\\c",
                "a\"b | a\"b",
                "8e03978e-40d5-43e8-bc93-6894a57f9324 | 8e03978e-40d5-43e8-bc93-6894a57f9324"
            })
    void quotesAreNoPartOfTheKey(String header, String key) {
        assertThat(read(header)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\"\"",
                "\" \"",
                "\"open",
                "\"",
                "\"a\"b",
                "\"a\";p=1",
                "\"a\\x\"",
                "\"a\\",
                "zoë",
                "a\tb",
                "a\0"
            })
    void anythingElseIsRefused(String header) {
        assertThat(read(header)).startsWith("wrong: the header Idempotency-Key is ");
    }

    @Test
    void thereIsOneAndItHasAtMost512Characters() {
        assertThat(IdempotencyKey.parse(List.of()).<String>fold(key -> key, problem -> problem))
                .isEqualTo("the header Idempotency-Key is missing");
        assertThat(IdempotencyKey.parse(List.of("a", "a")).<String>fold(key -> key, problem -> problem))
                .contains("malformed");
        assertThat(read("k".repeat(512))).hasSize(512);
        assertThat(read("k".repeat(513))).contains("too long");
    }

    private static String read(String header) {
        return IdempotencyKey.parse(List.of(header)).fold(key -> key, problem -> "wrong: " + problem);
    }
}

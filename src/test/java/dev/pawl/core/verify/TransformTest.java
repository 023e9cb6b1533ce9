package dev.pawl.core.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TransformTest {

    /** HubSpot, "Validating requests", signature v3. */
    @ParameterizedTest
    @CsvSource({
        "/in?x=%3A%2f%3F, /in?x=:/?",
        "/in?x=%3G, /in?x=%3G",
        "/in?x=%G3, /in?x=%G3",
        "/in?x=%+2F, /in?x=%+2F",
        "/in?x=%20%41, /in?x=%20%41",
        "/in?x=%2, /in?x=%2",
        "/in?x=%, /in?x=%"
    })
    void onlyTheListedCharactersAreDecoded(String target, String decoded) {
        assertThat(Transform.unescaped(target)).isEqualTo(decoded);
    }
}

package dev.pawl.core.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.Parsed;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QuestionTest {

    private static StatusText text(String text) {
        return StatusText.parse(text).fold(read -> read, problem -> {
            throw new AssertionError(problem);
        });
    }

    private static Parsed<Question> ask(
            String key, String url, Map<String, String> headers, @Nullable String basic, @Nullable String body) {
        Map<String, StatusText> texts = new java.util.HashMap<>();
        headers.forEach((name, value) -> texts.put(name, text(value)));
        StatusRecipe.Request request = new StatusRecipe.Request(
                "GET", text(url), texts, basic == null ? null : text(basic), body == null ? null : text(body));
        return Question.about(request, new Subject(key, "acct", Map.of(), "t0k\"en", Map.of()));
    }

    private static Question asked(Parsed<Question> question) {
        return question.fold(read -> read, problem -> {
            throw new AssertionError(problem);
        });
    }

    private static String url(String key) {
        return ask(key, "https://api.example/ops/{key}", Map.of(), null, null)
                .fold(Question::url, problem -> "! " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "op_1,             op_1",
        "op/1?x,           op%2F1%3Fx",
        "a-b._~c,          a-b._~c",
        "../admin,         ..%2Fadmin",
        "%2e%2e/admin,     %252e%252e%2Fadmin",
        "x#,               x%23",
        "a b%2Fc#d&e=f+g,  a%20b%252Fc%23d%26e%3Df%2Bg",
        "été😀,            %C3%A9t%C3%A9%F0%9F%98%80",
        "'a;b:c@d',        a%3Bb%3Ac%40d"
    })
    void aKeyIsOnePercentEncodedSegment(String key, String segment) {
        assertThat(url(key)).isEqualTo("https://api.example/ops/" + segment);
    }

    @Test
    void aKeyWithLineEndsStaysOneSegment() {
        assertThat(url("a\r\nHost: evil")).isEqualTo("https://api.example/ops/a%0D%0AHost%3A%20evil");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void aKeyThatWouldBeAStepInThePathIsNotAskedFor(String key) {
        assertThat(url(key)).isEqualTo("! its key would change the address");
        assertThat(asked(ask(key, "https://api.example/ops/x{key}?q={key}", Map.of(), null, null))
                        .url())
                .as("not a segment of its own")
                .isEqualTo("https://api.example/ops/x" + key + "?q=" + key);
    }

    @Test
    void theTokenGoesIntoAHeader() {
        assertThat(asked(ask("k", "https://x/{key}", Map.of("Authorization", "Bearer {token}"), null, null))
                        .headers())
                .containsEntry("authorization", "Bearer t0k\"en");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "a\u0000", "é"})
    void whatDoesNotFitIntoAHeaderIsNotAskedFor(String key) {
        assertThat(ask(key, "https://x/y", Map.of("X-Key", "{key}"), null, null))
                .isEqualTo(Parsed.wrong("the header X-Key cannot hold it"));
    }

    @Test
    void basicIsUserAndPassword() {
        assertThat(asked(ask("k", "https://x/{key}", Map.of(), "{key}:", null)).headers())
                .containsEntry("authorization", "Basic azo=");
    }

    @Test
    void aBodyIsJsonUnlessItSaysOtherwise() {
        String key = "a\"b\\c\nd&e";
        Question json = asked(ask(key, "https://x/y", Map.of(), null, "{{\"id\":\"{key}\",\"t\":\"{token}\"}}"));
        assertThat(json.body()).isEqualTo("{\"id\":\"a\\\"b\\\\c\\u000Ad&e\",\"t\":\"t0k\\\"en\"}");
        assertThat(json.headers()).containsEntry("content-type", "application/json");
        Question form = asked(ask(
                key,
                "https://x/y",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                null,
                "id={key}&t={token}"));
        assertThat(form.body()).isEqualTo("id=a%22b%5Cc%0Ad%26e&t=t0k%22en");
    }

    @Test
    void aQuestionNeverShowsWhatItHolds() {
        assertThat(asked(ask("k", "https://x/{token}", Map.of(), null, null))).hasToString("Question[GET]");
    }
}

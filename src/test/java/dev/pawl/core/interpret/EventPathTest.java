package dev.pawl.core.interpret;

import static dev.pawl.core.interpret.Given.right;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.JsonBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventPathTest {

    /** The events as JSON, or the problem. */
    private static String events(String path, String body) {
        return right(EventPath.parse(path))
                .events(right(JsonBody.parse(body.getBytes(UTF_8))))
                .fold(
                        events -> events.stream()
                                .map(event -> event.isMissingNode() ? "?" : event.toString())
                                .toList()
                                .toString(),
                        problem -> problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                | {\"a\":1}                                        | [{\"a\":1}]",
                "``                | [{\"a\":1},{}]                                   | [{\"a\":1}, {}]",
                "``                | []                                               | []",
                "/events           | {\"events\":{}}                                  | [{}]",
                "/events           | {\"events\":[{},1]}                              | [{}, 1]",
                "/events/*         | {\"events\":[{},[1]]}                            | [{}, [1]]",
                "/events/*         | {\"events\":[]}                                  | []",
                "/entry/*/changes/* | {\"entry\":[{\"changes\":[1,2]},{\"changes\":[]},{\"changes\":[3]}]} | [1, 2, 3]",
                "/entry/*/changes/* | {\"entry\":[{\"changes\":[1]},{},{\"changes\":5}]} | [1, ?, ?]",
                "/entry/*/changes  | {\"entry\":[{\"changes\":[{}]},{\"changes\":{}}]} | [{}, {}]",
            })
    void eventsAreFoundInOrder(String path, String body, String expected) {
        assertThat(events(path, body)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``          | 1",
                "/events     | {}",
                "/events     | {\"events\":null}",
                "/events     | {\"events\":\"x\"}",
                "/events/*   | {\"events\":{}}",
                "/events/*   | {}",
                "/a/*/b      | {\"b\":[]}",
            })
    void elsewhereThereAreNone(String path, String body) {
        assertThat(events(path, body)).startsWith("neither an object nor an array");
    }

    @Test
    void moreEventsThanAnybodySendsAreRefused() {
        assertThat(events("", "[1" + ",1".repeat(9_999) + "]")).startsWith("[1, 1");
        assertThat(events("", "[1" + ",1".repeat(10_000) + "]")).isEqualTo("more than 10000 events");
    }
}

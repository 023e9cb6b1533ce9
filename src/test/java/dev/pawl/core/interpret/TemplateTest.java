package dev.pawl.core.interpret;

import static dev.pawl.core.interpret.Given.pointer;
import static dev.pawl.core.interpret.Given.right;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.interpret.Event.Kind;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.JsonBody;
import dev.pawl.core.verify.InboundRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

    private static final InboundRequest REQUEST = new InboundRequest(
            "POST",
            "/",
            Map.of("X-One", List.of(" a "), "X-Two", List.of("a", "b"), "X-Same", List.of("a", "a")),
            new byte[0]);

    private static Found read(String template, JsonNode event, Kind kind) {
        return new Event(REQUEST, event, event).read(right(Template.parse(template)), kind);
    }

    private static List<String> texts() {
        List<String> texts = new ArrayList<>(List.of(""));
        for (int length = 0; length < 3; length++) {
            for (String text : List.copyOf(texts)) {
                for (String more : List.of("a", ":", "%", "%3A", "%25")) {
                    texts.add(text + more);
                }
            }
        }
        return texts.stream().distinct().filter(text -> !text.isBlank()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{/a}:{/b}", "{/a}a:a{/b}", "x:{/a}::{/b}:", "{/a}%:{/b}%3A"})
    void twoDifferentPartListsNeverGiveOneKey(String text) {
        Template template = right(Template.parseIdentity(text));
        Map<String, List<String>> seen = new HashMap<>();
        List<String> texts = texts();
        for (String a : texts) {
            for (String b : texts) {
                ObjectNode node =
                        JsonNodeFactory.instance.objectNode().put("a", a).put("b", b);
                String key = new Event(REQUEST, node, node)
                        .read(template, Kind.IDENTITY)
                        .text();
                assertThat(key).isNotNull();
                assertThat(seen.put(key, List.of(a, b))).as(key).isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{/a}{/b}", "{/a}-{/b}", "{/a}.{/b}", "{/a}:{/b}{/c}"})
    void anIdentityWhosePartsCouldRunIntoEachOtherIsAMistake(String text) {
        assertThat(Template.parseIdentity(text).<Boolean>fold(template -> true, problem -> false))
                .isFalse();
        assertThat(Template.parse(text).<Boolean>fold(template -> true, problem -> false))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "data.id, neither a pointer",
        "{data}, a pointer starts with /",
        "{}, {} names nothing",
        "{header:}, {header:} names nothing",
        "{/a, { without }",
        "/a~2, in a pointer ~",
        "^a, a pointer starts with /"
    })
    void mistakesAreTold(String text, String problem) {
        String told = Template.parse(text).fold(template -> "none", wrong -> wrong);

        assertThat(told).startsWith(problem);
    }

    @Test
    void aSingleReferenceIsTakenAsItIs() {
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("a", "x:%");

        assertThat(read("/a", event, Kind.IDENTITY)).isEqualTo(Found.of("x:%"));
        assertThat(read("{/a}", event, Kind.IDENTITY)).isEqualTo(Found.of("x:%"));
        assertThat(read("id-{/a}", event, Kind.IDENTITY)).isEqualTo(Found.of("id-x%3A%25"));
    }

    @Test
    void aMissingPartIsNeverAnEmptyText() {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("a", "x")
                .put("blank", " ")
                .putNull("none");

        assertThat(read("{/a}:{/b}", event, Kind.TEXT)).isEqualTo(Found.ABSENT);
        assertThat(read("{/a}:{/none}", event, Kind.TEXT)).isEqualTo(Found.ABSENT);
        assertThat(read("{/a}:{/blank}", event, Kind.TEXT)).isEqualTo(Found.UNUSABLE);
        assertThat(read("{/a}:{header:X-None}", event, Kind.TEXT)).isEqualTo(Found.ABSENT);
    }

    @Test
    void headersAreReadWhereTheyHaveOneValue() {
        ObjectNode event = JsonNodeFactory.instance.objectNode();

        assertThat(read("{header:x-one}", event, Kind.TEXT)).isEqualTo(Found.of("a"));
        assertThat(read("{header:X-Same}", event, Kind.TEXT)).isEqualTo(Found.of("a"));
        assertThat(read("{header:X-Two}", event, Kind.TEXT)).isEqualTo(Found.UNUSABLE);
    }

    @Test
    void pointersFollowRfc6901() {
        JsonNode document =
                right(JsonBody.parse("{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"m~n\":8,\"~1\":9,\"0\":{\"-\":3}}"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8)));

        assertThat(at(document, "")).isSameAs(document);
        assertThat(at(document, "/foo/1").asText()).isEqualTo("baz");
        assertThat(at(document, "/").asInt(-1)).isZero();
        assertThat(at(document, "/a~1b").asInt()).isEqualTo(1);
        assertThat(at(document, "/m~0n").asInt()).isEqualTo(8);
        assertThat(at(document, "/~01").asInt()).isEqualTo(9);
        assertThat(at(document, "/0/-").asInt()).isEqualTo(3);
        for (String nowhere :
                List.of("/foo/2", "/foo/01", "/foo/-", "/foo/-1", "/foo/+1", "/foo/99999999999", "/x/y")) {
            assertThat(at(document, nowhere).isMissingNode()).as(nowhere).isTrue();
        }
        assertThat(pointer("^/a~1b/id").name()).isEqualTo("id");
    }

    private static JsonNode at(JsonNode document, String text) {
        return pointer(text).in(document, document);
    }

    @Test
    void aPathToEventsStartsAtTheRoot() {
        assertThat(EventPath.parse("^/a").<Boolean>fold(path -> true, problem -> false))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "payment.*, payment.done, true",
        "payment.*, payment., true",
        "payment.*, payment, false",
        "payment.*, xpayment.done, false",
        "*, anything at all, true",
        "*.done, a.b.done, true",
        "*a*b*, xxaxxbxx, true",
        "*a*b*, ba, false",
        "a*a, a, false",
        "Payment, payment, false",
        "a.c, abc, false"
    })
    void globsMatchWholeTypes(String pattern, String type, boolean matches) {
        assertThat(new Glob(pattern).matches(type)).isEqualTo(matches);
    }

    @Test
    void aModeNamesBothValues() {
        List<Template> at = List.of(right(Template.parse("/mode")));

        assertThat(right(ModeRule.of(at, "true", null, null)).values())
                .isEqualTo(Map.of("true", Mode.LIVE, "false", Mode.TEST));
        assertThat(right(ModeRule.of(at, "P", "T", null)).values()).isEqualTo(Map.of("P", Mode.LIVE, "T", Mode.TEST));
        assertThat(ModeRule.of(at, "P", null, null).<Boolean>fold(rule -> true, problem -> false))
                .isFalse();
        assertThat(ModeRule.of(at, "P", "P", null).<Boolean>fold(rule -> true, problem -> false))
                .isFalse();
    }
}

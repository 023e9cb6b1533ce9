package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.pawl.core.handshake.Handshakes.Reply;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.RequestScope;
import dev.pawl.core.verify.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the presets answer their providers before these send events; a preset with a new handshake must say it here. */
class PresetHandshakesTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final List<JsonNode> CASES = cases();

    private static List<JsonNode> cases() {
        try (InputStream in = PresetHandshakesTest.class.getResourceAsStream("/handshakes/presets.yaml")) {
            JsonNode read = new YAMLMapper().readTree(in);
            return StreamSupport.stream(read.spliterator(), false).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String preset(JsonNode test) {
        return test.path("preset").asText();
    }

    private static Stream<String> withHandshake() {
        return PresetLibrary.names().stream()
                .filter(name -> PresetLibrary.preset(name).has("handshake"));
    }

    @Test
    void everyPresetWithAHandshakeIsHere() {
        assertThat(CASES.stream().map(PresetHandshakesTest::preset))
                .containsExactlyInAnyOrderElementsOf(withHandshake().toList());
    }

    @TestFactory
    Stream<DynamicTest> theProviderGetsWhatItDocuments() {
        return CASES.stream()
                .map(test -> DynamicTest.dynamicTest(preset(test), () -> {
                    Source source = PresetSource.of(preset(test)).source();
                    InboundRequest request = request(test.path("method").asText(), test);
                    boolean verified = test.path("verified").asBoolean();
                    assertThat(reply(source, request, !verified)).isNull();
                    Reply reply = Objects.requireNonNull(reply(source, request, verified));
                    JsonNode answer = test.path("answer");
                    assertThat(reply.answer().status())
                            .isEqualTo(answer.path("status").asInt());
                    assertThat(reply.answer().headers())
                            .containsExactlyInAnyOrderEntriesOf(texts(answer.path("headers")));
                    assertThat(reply.answer().body())
                            .isEqualTo(answer.path("body").asText());
                    assertThat(reply.secret()).isEqualTo(test.path("brings").asText(null));
                    assertThat(reply.confirmUrl())
                            .isEqualTo(test.path("confirms").asText(null));
                }));
    }

    @TestFactory
    Stream<DynamicTest> nothingElseIsTakenForItsQuestion() {
        return CASES.stream()
                .map(test -> DynamicTest.dynamicTest(preset(test), () -> {
                    Source source = PresetSource.of(preset(test)).source();
                    String method = test.path("method").asText();
                    assertThat(test.path("others").isEmpty()).isEqualTo(method.equals("HEAD"));
                    for (JsonNode other : test.path("others")) {
                        InboundRequest request = request(method, other);
                        assertThat(reply(source, request, true)).as("%s", other).isNull();
                        assertThat(reply(source, request, false))
                                .as("%s", other)
                                .isNull();
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> noEventIsTakenForAHandshake() {
        return withHandshake()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    PresetSource preset = PresetSource.of(name);
                    InboundRequest sample = preset.signed(NOW);
                    assertThat(reply(preset.source(), sample, true)).isNull();
                    assertThat(reply(preset.source(), sample, false)).isNull();
                }));
    }

    /** A method that no handshake and no event uses is answered 405. */
    @ParameterizedTest
    @CsvSource({
        "HEAD, intercom trello",
        "OPTIONS, cloudevents",
        "GET, braintree dropbox ebay linkedin meta nylas okta strava websub whatsapp x",
        "PUT, ''"
    })
    void probesAreTakenOnlyWhereTheProviderSendsThem(String method, String presets) {
        assertThat(PresetLibrary.names().stream()
                        .filter(name ->
                                PresetSource.of(name).source().reception().takes(method)))
                .containsExactlyInAnyOrder(presets.isEmpty() ? new String[0] : presets.split(" "));
    }

    /** Xero: no body in any answer, and 401 to the wrong signatures of its intent to receive. */
    @Test
    void onlyXeroIsRefusedWithoutABody() {
        assertThat(PresetLibrary.names().stream()
                        .filter(name ->
                                PresetSource.of(name).source().reception().bareRefusals()))
                .containsExactly("xero");
    }

    private static @Nullable Reply reply(Source source, InboundRequest request, boolean authentic) {
        Secret secret = source.secrets().isEmpty() ? null : source.secrets().get(0);
        RequestScope scope = source.scopeOf(request);
        return source.reception()
                .handshakes()
                .reply(request.method(), authentic, secret == null ? scope : scope.with(secret), secret);
    }

    private static InboundRequest request(String method, JsonNode test) {
        Map<String, List<String>> headers = new HashMap<>();
        texts(test.path("headers")).forEach((name, value) -> headers.put(name, List.of(value)));
        String query = test.path("query").asText();
        return new InboundRequest(
                method,
                "/webhooks/s" + (query.isEmpty() ? "" : "?" + query),
                headers,
                test.path("body").asText().getBytes(UTF_8));
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}

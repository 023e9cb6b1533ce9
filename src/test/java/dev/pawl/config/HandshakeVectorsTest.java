package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.pawl.core.handshake.Answer;
import dev.pawl.core.handshake.AnswerRule;
import dev.pawl.core.handshake.Handshakes;
import dev.pawl.core.verify.AnySecret;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.RequestScope;
import dev.pawl.core.verify.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Handshakes and answers, from configuration to the bytes the provider gets, computed by another program. */
class HandshakeVectorsTest {

    private static final Path PROVIDERS = Path.of("..", "shared", "providers", "vectors.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Where the preset has another name than the recipe. */
    private static final Map<String, String> PRESETS = Map.of(
            "hs-discord", "discord-interactions",
            "hs-eventgrid", "azure-event-grid",
            "hs-msgraph", "microsoft-graph",
            "hs-x-crc", "x");

    private static final JsonNode RECIPES = resource(new ObjectMapper(new YAMLFactory()), "recipes.yaml");

    private static JsonNode resource(ObjectMapper mapper, String name) {
        try (InputStream in = HandshakeVectorsTest.class.getResourceAsStream("/handshakes/" + name)) {
            return mapper.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> ownVectorsAreAnswered() {
        return tests(resource(JSON, "vectors.json")).stream();
    }

    /** Quoted material stays where it is: these run only where that folder stands beside the project. */
    @TestFactory
    Stream<DynamicTest> publishedVectorsBesideTheProjectAreAnsweredWhereTheyExist() throws IOException {
        assumeThat(PROVIDERS).exists();
        try (InputStream vectors = Files.newInputStream(PROVIDERS)) {
            List<DynamicTest> tests = tests(JSON.readTree(vectors));
            assertThat(tests).hasSize(20);
            return tests.stream();
        }
    }

    /** The same, to the presets as they are delivered. */
    @TestFactory
    Stream<DynamicTest> publishedVectorsBesideTheProjectAreAnsweredByThePresets() throws IOException {
        assumeThat(PROVIDERS).exists();
        try (InputStream vectors = Files.newInputStream(PROVIDERS)) {
            List<DynamicTest> tests = handshakes(JSON.readTree(vectors))
                    .map(vector -> DynamicTest.dynamicTest(
                            vector.path("id").asText(), () -> check(byPreset(vector), preset(vector))))
                    .toList();
            assertThat(tests).hasSize(20);
            return tests.stream();
        }
    }

    private static List<DynamicTest> tests(JsonNode vectors) {
        return handshakes(vectors)
                .map(vector -> DynamicTest.dynamicTest(vector.path("id").asText(), () -> check(vector, source(vector))))
                .toList();
    }

    private static Stream<JsonNode> handshakes(JsonNode vectors) {
        return StreamSupport.stream(vectors.spliterator(), false)
                .filter(vector -> vector.path("kind").asText().equals("handshake"));
    }

    private static void check(JsonNode vector, Source source) {
        if (!vector.path("valid").asBoolean()) {
            assertThat(answer(vector, source)).isNull();
            return;
        }
        Answer answer = Objects.requireNonNull(answer(vector, source));
        JsonNode expected = vector.path("expect");
        assertThat(answer.status()).isEqualTo(expected.path("status").asInt());
        assertThat(answer.body()).isEqualTo(expected.path("body").asText());
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        expected.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        assertThat(new TreeMap<>(answer.headers())).isEqualTo(new TreeMap<>(headers));
    }

    private static @Nullable Answer answer(JsonNode vector, Source source) {
        Reception reception = source.reception();
        String text = vector.path("secret").asText(null);
        Secret secret =
                text == null ? null : AnySecret.of("example", text, Set.of(KeyEncoding.UTF8, KeyEncoding.SHA1_DIGEST));
        RequestScope scope = source.scopeOf(request(vector));
        scope = scope.with("now", vector.path("config").path("now").asText("0"));
        AnswerRule success = reception.success();
        if (success != null && vector.path("recipe").asText().startsWith("ack-")) {
            return success.in(scope, secret);
        }
        String method = vector.path("method").asText();
        Handshakes.Reply signed = reception.handshakes().reply(method, true, scope, secret);
        Handshakes.Reply open = reception.handshakes().reply(method, false, scope, secret);
        assertThat(signed == null || open == null).isTrue();
        Handshakes.Reply reply = signed == null ? open : signed;
        return reply == null ? null : reply.answer();
    }

    private static InboundRequest request(JsonNode vector) {
        Map<String, List<String>> headers = new HashMap<>();
        vector.path("headers")
                .properties()
                .forEach(header ->
                        headers.put(header.getKey(), List.of(header.getValue().asText())));
        URI url = URI.create(vector.path("url").asText());
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return new InboundRequest(
                vector.path("method").asText(),
                url.getRawPath() + query,
                headers,
                vector.path("body").asText().getBytes(UTF_8));
    }

    private static Source preset(JsonNode vector) {
        String recipe = vector.path("recipe").asText();
        String preset = PRESETS.getOrDefault(recipe, recipe.substring(recipe.indexOf('-') + 1));
        ObjectNode entry = PresetSource.entry(preset);
        ObjectNode config = entry.withObjectProperty("config");
        vector.path("config").properties().forEach(given -> {
            if (config.has(given.getKey())) {
                config.set(given.getKey(), given.getValue());
            }
        });
        if (preset.equals("ebay")) {
            config.put("verification_token", vector.path("secret").asText());
        }
        ObjectNode file = JSON.createObjectNode();
        file.putObject("sources").set("p", entry);
        Catalog catalog = ConfigFile.of(file.toString())
                .env("PAWL_PUBLIC_URL", PresetSource.PUBLIC_URL)
                .env("PAWL_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
                .catalog();
        return Objects.requireNonNull(catalog.source("p"));
    }

    /** Where a preset does as well what the vector does in another way. */
    private static JsonNode byPreset(JsonNode recorded) {
        ObjectNode vector = recorded.deepCopy();
        switch (vector.path("id").asText()) {
            // Any rate is welcome, not only the one asked for.
            case "hs-cloudevents" ->
                ((ObjectNode) vector.path("expect").path("headers")).put("WebHook-Allowed-Rate", "*");
            // The time of the answer is the notification's, so that it stays the same when that comes again.
            case "ack-wayforpay" ->
                vector.put("body", "{\"orderReference\":\"DH783023\",\"processingDate\":1415379863}");
            default -> {}
        }
        return vector;
    }

    private static Source source(JsonNode vector) {
        JsonNode recipe = RECIPES.path(vector.path("recipe").asText());
        assertThat(recipe.isObject()).as(vector.path("recipe").asText()).isTrue();
        ObjectNode source = (ObjectNode) yaml(ConfigFile.SOURCE);
        source.setAll((ObjectNode) recipe.deepCopy());
        source.set("config", vector.path("config").isObject() ? vector.path("config") : JSON.createObjectNode());
        String file = JSON.createObjectNode()
                .set("sources", JSON.createObjectNode().set("p", source))
                .toString();
        Catalog catalog = ConfigFile.of(file)
                .env("PAWL_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
                .catalog();
        return Objects.requireNonNull(catalog.source("p"));
    }

    private static JsonNode yaml(String text) {
        try {
            return new ObjectMapper(new YAMLFactory()).readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

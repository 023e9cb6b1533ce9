package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Requests that others have signed, judged by the preset of their provider as it is delivered: a preset that reads or signs
 * something else than its provider fails here, where one signed by its own recipe would pass.
 */
class PresetProviderVectorsTest {

    private static final Path VECTORS = Path.of("..", "shared", "providers", "vectors.json");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Presets of recipes that have another name; several providers share a recipe, then theirs. */
    private static final Map<String, String> PRESETS = Map.ofEntries(
            Map.entry("adyen-header", "adyen-platform"),
            Map.entry("adyen-item", "adyen"),
            Map.entry("apple-asn-v2", "apple-app-store"),
            Map.entry("basic/Chargebee", "chargebee"),
            Map.entry("basic/Postmark", "postmark"),
            Map.entry("bearer/Auth0 log streams", "auth0"),
            Map.entry("checkout", "checkout-com"),
            Map.entry("flutterwave-v4", "flutterwave"),
            Map.entry("hubspot-v3", "hubspot"),
            Map.entry("lemonsqueezy", "lemon-squeezy"),
            Map.entry("mailgun-form", "mailgun-routes"),
            Map.entry("mercadopago", "mercado-pago"),
            Map.entry("msgraph", "microsoft-graph"),
            Map.entry("payu-eu", "payu"),
            Map.entry("pubsub", "google-pubsub"),
            Map.entry("sns", "aws-sns"),
            Map.entry("standard-webhooks-utf8-key/BigCommerce", "bigcommerce"),
            Map.entry("tpay-jws", "tpay"),
            Map.entry("websub-sha256/Bitbucket", "bitbucket"),
            Map.entry("websub-sha256/Jira", "jira"));

    /** Recipes without a preset, and why. */
    private static final Map<String, String> WITHOUT =
            Map.of("query-token", "no provider but a way to say one's own source");

    /** Vectors a preset refuses with good reason. */
    private static final Map<String, String> REFUSED = Map.of(
            "apple-1", "its certificates lead to the root but lack the marks of Apple's, which the preset asks for");

    @TestFactory
    Stream<DynamicTest> ownVectorsGetTheirVerdictFromPresets() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode vector : own("providers.json")) {
            String preset = vector.path("preset").asText(null);
            if (preset != null) {
                tests.add(test(preset, vector));
            }
        }
        for (JsonNode vector : own("hmac.json")) {
            String recipe = vector.path("recipe").asText();
            if (PresetLibrary.names().contains(recipe)) {
                tests.add(test(recipe, vector));
            }
        }
        assertThat(tests).hasSizeGreaterThan(100);
        return tests.stream();
    }

    /** Quoted material stays where it is: these run only where that folder stands beside the project. */
    @TestFactory
    Stream<DynamicTest> everyVectorBesideTheProjectGetsItsVerdictFromItsPreset() throws IOException {
        assumeThat(VECTORS).exists();
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode vector : MAPPER.readTree(Files.readString(VECTORS))) {
            String recipe = vector.path("recipe").asText();
            if (WITHOUT.containsKey(recipe)) {
                tests.add(DynamicTest.dynamicTest(
                        vector.path("id").asText(),
                        () -> assertThat(PresetLibrary.names())
                                .as("one that can take it")
                                .doesNotContain(recipe)));
            } else if (!vector.path("kind").asText().equals("handshake")) {
                tests.add(test(presetOf(recipe, vector.path("provider").asText()), vector));
            }
        }
        assertThat(tests).hasSizeGreaterThan(200);
        return tests.stream();
    }

    private static JsonNode own(String name) throws IOException {
        try (InputStream vectors = PresetProviderVectorsTest.class.getResourceAsStream("/vectors/" + name)) {
            return MAPPER.readTree(vectors);
        }
    }

    private static String presetOf(String recipe, String provider) {
        String shared = PRESETS.get(recipe + "/" + provider);
        return shared == null ? PRESETS.getOrDefault(recipe, recipe) : shared;
    }

    private static DynamicTest test(String preset, JsonNode recorded) {
        ObjectNode vector = recorded.deepCopy();
        if (preset.equals("auth0")) {
            // The preset wants the whole value of the header, as it was entered at Auth0: there it is a text of one's
            // own.
            vector.put("secret", "Bearer " + vector.path("secret").asText());
        }
        if (REFUSED.containsKey(vector.path("id").asText())) {
            vector.put("valid", false).put("reason", "rule");
        }
        return DynamicTest.dynamicTest(vector.path("id").asText(), () -> {
            Vector judged = new Vector(source(preset, vector), vector);
            judged.takesItsSecrets();
            judged.check();
        });
    }

    /** Says about signing what the preset says, and nothing of its own. */
    private static ObjectNode source(String name, JsonNode vector) {
        JsonNode preset = PresetLibrary.preset(name);
        ObjectNode source = MAPPER.createObjectNode();
        source.set("verify", preset.path("verify"));
        if (preset.path("event").has("each")) {
            source.putObject("event").set("each", preset.path("event").path("each"));
        }
        ObjectNode config = source.putObject("config");
        preset.path("configNeeds").fieldNames().forEachRemaining(need -> config.put(need, PresetSource.sampleOf(need)));
        String topic = topic(name, vector);
        if (topic != null) {
            config.put("topic", topic);
        }
        Stream.of(vector.path("source").path("config"), vector.path("config"))
                .forEach(given -> given.properties().forEach(entry -> config.set(entry.getKey(), entry.getValue())));
        return source;
    }

    /** Where the vectors' recipe does not ask for the topic, they come from the right one. */
    private static @Nullable String topic(String preset, JsonNode vector) {
        try {
            return preset.equals("aws-sns")
                    ? MAPPER.readTree(vector.path("body").asText())
                            .path("TopicArn")
                            .asText()
                    : null;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

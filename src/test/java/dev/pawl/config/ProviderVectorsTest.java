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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Requests as real providers sign them, computed by other programs or quoted from documents, through the whole language. */
class ProviderVectorsTest {

    private static final Path PROVIDERS = Path.of("..", "shared", "providers");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern CONFIG = Pattern.compile("\"(?:config|equals_config|key_config)\":\"([a-z_]+)\"");
    private static final Pattern ASYMMETRIC = Pattern.compile("rsa|ecdsa|ed25519|ES256|RS256");

    /** Computed ones, as the project's own; each with its recipe as a source would say it. */
    @TestFactory
    Stream<DynamicTest> ownVectorsGetTheirVerdict() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (InputStream vectors = ProviderVectorsTest.class.getResourceAsStream("/vectors/providers.json")) {
            MAPPER.readTree(vectors)
                    .forEach(vector -> tests.add(DynamicTest.dynamicTest(
                            vector.path("id").asText(),
                            () -> new Vector((ObjectNode) vector.path("source"), vector).check())));
        }
        assertThat(tests).hasSizeGreaterThan(80);
        return tests.stream();
    }

    /** Quoted material stays where it is: these run only where that folder stands beside the project. */
    @TestFactory
    Stream<DynamicTest> everyVectorBesideTheProjectGetsItsVerdict() throws IOException {
        assumeThat(PROVIDERS).exists();
        JsonNode recipes = MAPPER.readTree(Files.readString(PROVIDERS.resolve("recipes.json")));
        JsonNode vectors = MAPPER.readTree(Files.readString(PROVIDERS.resolve("vectors.json")));
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode vector : vectors) {
            if (!vector.path("kind").asText().equals("handshake")) {
                String name = vector.path("recipe").asText();
                ObjectNode source = RecipeTranslator.source(name, recipes.path(name), vector);
                tests.add(
                        DynamicTest.dynamicTest(vector.path("id").asText(), () -> new Vector(source, vector).check()));
            }
        }
        assertThat(tests).hasSizeGreaterThan(200);
        return tests.stream();
    }

    /** Those without a vector, too. */
    @TestFactory
    Stream<DynamicTest> everyRecipeBesideTheProjectCanBeSaid() throws IOException {
        assumeThat(PROVIDERS).exists();
        JsonNode recipes = MAPPER.readTree(Files.readString(PROVIDERS.resolve("recipes.json")));
        List<DynamicTest> tests = new ArrayList<>();
        recipes.properties().forEach(recipe -> {
            if (recipe.getValue().has("alg") || recipe.getValue().has("any_of")) {
                tests.add(
                        DynamicTest.dynamicTest(recipe.getKey(), () -> assertSaid(recipe.getKey(), recipe.getValue())));
            }
        });
        assertThat(tests).hasSizeGreaterThanOrEqualTo(104);
        return tests.stream();
    }

    private static void assertSaid(String name, JsonNode recipe) {
        ObjectNode vector = MAPPER.createObjectNode().put("url", "https://hooks.example/in");
        Matcher config = CONFIG.matcher(recipe.toString());
        while (config.find()) {
            vector.withObjectProperty("config").put(config.group(1), "value");
        }
        boolean asymmetric = ASYMMETRIC.matcher(recipe.toString()).find();
        if (asymmetric) {
            vector.put("public_key", "").put("key_format", recipe.toString().contains("x5c") ? "certificate" : "pem");
        }
        Scheme scheme = new Vector(RecipeTranslator.source(name, recipe, vector), vector).scheme();

        assertThat(scheme.recipes()).isNotEmpty();
    }
}

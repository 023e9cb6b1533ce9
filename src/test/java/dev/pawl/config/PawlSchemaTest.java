package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that is shipped says what the readers take: it is the model's, no key is forgotten, and what works fits. */
class PawlSchemaTest {

    private static final Path FILE = Path.of("docs/pawl.schema.json");
    private static final boolean WRITE = Boolean.getBoolean("pawl.docs.write");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ConfigSchema MODEL = PawlSchema.model();
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(MODEL.whole());
    private static final Pattern YAML_BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private static Set<String> problems(JsonNode file) {
        return SCHEMA.validate(file).stream().map(Object::toString).collect(Collectors.toCollection(TreeSet::new));
    }

    private static JsonNode yaml(String text) {
        try {
            return new YAMLMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theShippedFileIsTheModels() throws IOException {
        String model = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(MODEL.whole()) + "\n";
        if (WRITE) {
            Files.writeString(FILE, model);
        }
        assertThat(content(FILE))
                .as("renew it: ./mvnw test -Dtest=PawlSchemaTest -Dpawl.docs.write=true")
                .isEqualTo(model);
    }

    private record Taken(String definition, Set<String> keys) {}

    @TestFactory
    Stream<DynamicTest> everyKeyAReaderTakesIsInTheSchema() {
        Set<String> success = new TreeSet<>(AnswerReader.KEYS);
        success.add("mac");
        return Stream.of(
                        new Taken("file", PawlFileReader.KEYS),
                        new Taken("source", SourceReader.KEYS),
                        new Taken("provider", ProviderReader.NAMES),
                        new Taken("sample", ProviderReader.SAMPLE),
                        new Taken("event", EventReader.KEYS),
                        new Taken("verify", VerifyReader.KEYS),
                        new Taken("layout", LayoutReader.KEYS),
                        new Taken("condition", ConditionReader.KEYS),
                        new Taken("fetch", FetchReader.KEYS),
                        new Taken("jws", JwsReader.KEYS),
                        new Taken("handshake", HandshakeReader.KEYS),
                        new Taken("answer", AnswerReader.KEYS),
                        new Taken("success", success),
                        new Taken("operation", OperationReader.KEYS),
                        new Taken("about", OperationReader.ABOUT),
                        new Taken("status", StatusReader.KEYS),
                        new Taken("request", StatusReader.REQUEST),
                        new Taken("machineState", MachineReader.STATE_KEYS),
                        new Taken("machine", with(MachineReader.KEYS)),
                        new Taken("effect", with(EffectReader.KEYS)),
                        new Taken("http", EffectReader.HTTP_KEYS),
                        new Taken("when", WhenReader.KEYS))
                .map(taken -> DynamicTest.dynamicTest(
                        taken.definition(),
                        () -> assertThat(MODEL.keys(taken.definition()))
                                .containsExactlyInAnyOrderElementsOf(taken.keys())));
    }

    private static Set<String> with(Set<String> keys) {
        Set<String> more = new TreeSet<>(keys);
        more.add("retired");
        return more;
    }

    @TestFactory
    Stream<DynamicTest> everyPresetFits() {
        return PresetLibrary.names().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    ObjectNode file = JsonNodeFactory.instance.objectNode();
                    file.putObject("sources").set("s", PresetLibrary.preset(name));
                    assertThat(problems(file)).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyMachineFits() {
        return BuiltIn.names("machines").stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    ObjectNode file = JsonNodeFactory.instance.objectNode();
                    file.putObject("machines").set("m", BuiltIn.yaml("machines", name));
                    assertThat(problems(file)).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyExampleFits() throws IOException {
        List<String> texts = new ArrayList<>();
        texts.add(content(Path.of("deploy/pawl.example.yaml")));
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources"))) {
            files.filter(file -> file.endsWith("pawl.yaml"))
                    .map(PawlSchemaTest::content)
                    .forEach(texts::add);
        }
        Matcher inReadme = YAML_BLOCK.matcher(content(Path.of("README.md")));
        while (inReadme.find()) {
            texts.add(inReadme.group(1));
        }
        assertThat(texts).hasSizeGreaterThan(3);
        return texts.stream()
                .map(text -> DynamicTest.dynamicTest(
                        text.lines().findFirst().orElse(""),
                        () -> assertThat(problems(yaml(text))).isEmpty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sources: { s: { preset: stripe, colour: red } }",
                "sources: { s: { preset: strype } }",
                "sources: { s: { verify: { algorithm: hmac-sha3 } } }",
                "sources: { s: { verify: { signature: { header: X, encoding: hexx } } } }",
                "sources: []",
                "sources: { s: { operations: { payment: { state: { at: /a, maps: {} } } } } }",
                "machines: { m: { states: { a: { status: finished } } } }",
                "effects: [ { name: e, when: {}, http: { uri: x } } ]",
                "efects: []"
            })
    void whatIsWrongDoesNotFit(String file) {
        assertThat(problems(yaml(file))).isNotEmpty();
    }
}

package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema for editors takes what the readers take. With {@code -Dpawl.docs.write=true} it is written. */
class ConfigSchemaTest {

    private static final Path FILE = Path.of("docs/pawl.schema.json");
    private static final Path READERS = Path.of("src/main/java/dev/pawl/config");
    private static final Pattern ALLOWED = Pattern.compile("\\.allow\\(\\s*([^,]+),");
    private static final Pattern YAML_BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final JsonSchema SCHEMA = FACTORY.getSchema(ConfigSchema.build());

    /** The one set of keys that is a part of another: what may stand beside algorithm none. */
    private static final String A_PART = "VerifyReader.ALONE";

    private record Keys(String definition, Set<String> accepted) {}

    /** What the readers accept, by the constant's name. */
    private static final Map<String, Keys> ACCEPTED = Map.ofEntries(
            Map.entry("PawlFileReader.KEYS", new Keys("", PawlFileReader.KEYS)),
            Map.entry("PawlFileReader.RETIRED", new Keys("retired", PawlFileReader.RETIRED)),
            Map.entry("RetentionReader.KEYS", new Keys("retention", RetentionReader.KEYS)),
            Map.entry("SourceReader.KEYS", new Keys("source", SourceReader.KEYS)),
            Map.entry("ProviderReader.NAMES", new Keys("provider", ProviderReader.NAMES)),
            Map.entry("ProviderReader.SAMPLE", new Keys("sample", ProviderReader.SAMPLE)),
            Map.entry("VerifyReader.KEYS", new Keys("recipe", VerifyReader.KEYS)),
            Map.entry("SignatureReader.KEYS", new Keys("signature", SignatureReader.KEYS)),
            Map.entry("LayoutReader.KEYS", new Keys("parse", LayoutReader.KEYS)),
            Map.entry("TimestampReader.KEYS", new Keys("timestamp", TimestampReader.KEYS)),
            Map.entry("ConditionReader.KEYS", new Keys("condition", ConditionReader.KEYS)),
            Map.entry("KeyReader.KEYS", new Keys("key", KeyReader.KEYS)),
            Map.entry("FetchReader.KEYS", new Keys("fetch", FetchReader.KEYS)),
            Map.entry("FetchReader.LISTED", new Keys("fetchedKeys", FetchReader.LISTED)),
            Map.entry("JwsReader.KEYS", new Keys("jws", JwsReader.KEYS)),
            Map.entry("JwsReader.CHAIN", new Keys("chain", JwsReader.CHAIN)),
            Map.entry("JwsReader.BODY_HASH", new Keys("bodyHash", JwsReader.BODY_HASH)),
            Map.entry("HandshakeReader.KEYS", new Keys("handshake", HandshakeReader.KEYS)),
            Map.entry("HandshakeReader.CONFIRM", new Keys("confirm", HandshakeReader.CONFIRM)),
            Map.entry("AnswerReader.KEYS", new Keys("answer", AnswerReader.KEYS)),
            Map.entry("ReceptionReader.SUCCESS", new Keys("success", ReceptionReader.SUCCESS)),
            Map.entry("MacReader.MAC", new Keys("mac", MacReader.MAC)),
            Map.entry("MacReader.KEY", new Keys("macKey", MacReader.KEY)),
            Map.entry("EventReader.KEYS", new Keys("event", EventReader.KEYS)),
            Map.entry("EventReader.TIME", new Keys("time", EventReader.TIME)),
            Map.entry("EventReader.MODE", new Keys("eventMode", EventReader.MODE)),
            Map.entry("OperationReader.KEYS", new Keys("operation", OperationReader.KEYS)),
            Map.entry("OperationReader.KEY", new Keys("operationKey", OperationReader.KEY)),
            Map.entry("OperationReader.ABOUT", new Keys("about", OperationReader.ABOUT)),
            Map.entry("StateReader.KEYS", new Keys("state", StateReader.KEYS)),
            Map.entry("InvariantReader.BY_STATE", new Keys("invariantByState", InvariantReader.BY_STATE)),
            Map.entry("AskingReader.KEYS", new Keys("asking", AskingReader.KEYS)),
            Map.entry("AskingReader.LIMITS", new Keys("askingLimits", AskingReader.LIMITS)),
            Map.entry("StatusReader.KEYS", new Keys("status", StatusReader.KEYS)),
            Map.entry("StatusReader.REQUEST", new Keys("statusRequest", StatusReader.REQUEST)),
            Map.entry("BackfillReader.KEYS", new Keys("backfill", BackfillReader.KEYS)),
            Map.entry("BackfillReader.NEXT", new Keys("backfillNext", BackfillReader.NEXT)),
            Map.entry("BackfillReader.TIME", new Keys("time", BackfillReader.TIME)),
            Map.entry("BackfillReader.ITEM", new Keys("backfillItem", BackfillReader.ITEM)),
            Map.entry("MachineReader.KEYS", new Keys("machine", MachineReader.KEYS)),
            Map.entry("MachineReader.STATE_KEYS", new Keys("machineState", MachineReader.STATE_KEYS)),
            Map.entry("EffectReader.KEYS", new Keys("effect", EffectReader.KEYS)),
            Map.entry("HttpTargetReader.KEYS", new Keys("http", HttpTargetReader.KEYS)),
            Map.entry("KafkaTargetReader.KEYS", new Keys("kafka", KafkaTargetReader.KEYS)),
            Map.entry("RepeatReader.VERIFY_KEYS", new Keys("verifyEffect", RepeatReader.VERIFY_KEYS)),
            Map.entry("RepeatReader.REQUEST_KEYS", new Keys("verifyRequest", RepeatReader.REQUEST_KEYS)),
            Map.entry("RepeatReader.CONDITION_KEYS", new Keys("verifyCondition", RepeatReader.CONDITION_KEYS)),
            Map.entry("ThenReader.KEYS", new Keys("then", ThenReader.KEYS)),
            Map.entry("EffectReader.BACKOFF_KEYS", new Keys("backoff", EffectReader.BACKOFF_KEYS)),
            Map.entry("WhenReader.KEYS", new Keys("when", WhenReader.KEYS)));

    @Test
    void theFileIsAsItShouldBe() throws IOException {
        if (Boolean.getBoolean("pawl.docs.write")) {
            Files.writeString(FILE, ConfigSchema.write());
        }
        assertThat(Files.exists(FILE) ? Files.readString(FILE, UTF_8) : "")
                .as("%s is out of date: ./mvnw test -Dtest=ConfigSchemaTest -Dpawl.docs.write=true", FILE)
                .isEqualTo(ConfigSchema.write());
    }

    @Test
    void theSchemaIsOne() {
        JsonSchema schemas = FACTORY.getSchema(SchemaLocation.of(SpecVersion.VersionFlag.V202012.getId()));
        assertThat(schemas.validate(ConfigSchema.build())).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> everyKeyThatIsAcceptedIsDescribed() {
        JsonNode schema = ConfigSchema.build();
        return new TreeMap<>(ACCEPTED)
                .entrySet().stream()
                        .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                            Keys keys = entry.getValue();
                            JsonNode described = keys.definition().isEmpty()
                                    ? schema
                                    : schema.path("$defs").path(keys.definition());
                            assertThat(names(described.path("properties"))).isEqualTo(new TreeSet<>(keys.accepted()));
                        }));
    }

    /** A set of keys that a reader accepts and this test does not know would be forgotten in the schema, too. */
    @Test
    void everySetOfKeysIsLookedAt() throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.list(READERS)) {
            for (Path file : files.filter(path -> path.toString().endsWith("Reader.java"))
                    .toList()) {
                String reader =
                        Objects.requireNonNull(file.getFileName()).toString().replace(".java", "");
                Matcher matcher = ALLOWED.matcher(Files.readString(file));
                while (matcher.find()) {
                    String constant = matcher.group(1).strip();
                    found.add(constant.contains(".") ? constant : reader + "." + constant);
                }
            }
        }
        Set<String> known = new TreeSet<>(ACCEPTED.keySet());
        known.add(A_PART);
        assertThat(found).isEqualTo(known);
    }

    @Test
    void everyDefinitionOfAMapIsLookedAt() {
        Set<String> maps = new TreeSet<>();
        ConfigSchema.build().path("$defs").properties().forEach(definition -> {
            if (definition.getValue().has("properties")) {
                maps.add(definition.getKey());
            }
        });
        Set<String> known = new TreeSet<>();
        ACCEPTED.values().forEach(keys -> known.add(keys.definition()));
        known.remove("");
        assertThat(maps).isEqualTo(known);
    }

    @TestFactory
    Stream<DynamicTest> everyPresetIsValid() {
        return PresetLibrary.names().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    ObjectNode file = JsonNodeFactory.instance.objectNode();
                    file.putObject("sources").set("s", PresetLibrary.preset(name));
                    assertThat(SCHEMA.validate(file)).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyBuiltInMachineIsValid() {
        return BuiltIn.names("machines").stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    ObjectNode file = JsonNodeFactory.instance.objectNode();
                    file.putObject("sources");
                    file.putObject("machines").set("m", BuiltIn.yaml("machines", name));
                    assertThat(SCHEMA.validate(file)).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyExampleIsValid() throws IOException {
        Map<String, String> examples = new TreeMap<>();
        examples.put("deploy/pawl.example.yaml", Files.readString(Path.of("deploy/pawl.example.yaml")));
        for (Path file : files(Path.of("src/test/resources"), "/pawl.yaml")) {
            examples.put(file.toString(), Files.readString(file));
        }
        List<Path> pages = new ArrayList<>(files(Path.of("docs"), ".md"));
        pages.add(Path.of("README.md"));
        for (Path page : pages) {
            Matcher blocks = YAML_BLOCK.matcher(Files.readString(page));
            while (blocks.find()) {
                examples.put(page + ":" + blocks.start(), blocks.group(1));
            }
        }
        assertThat(examples).hasSizeGreaterThan(PresetLibrary.names().size() + 3);
        return examples.entrySet().stream()
                .map(example -> DynamicTest.dynamicTest(
                        example.getKey(),
                        () -> assertThat(problems(example.getValue())).isEmpty()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            limit: 2MiB                              | limt: 2MiB
            limit: 2MiB                              | limit: [2]
            tolerance: 5m                            | tolerance: five minutes
            tolerance: 5m                            | tolerence: 5m
            algorithm: hmac-sha256                   | algorithm: hmac-sha3
            encoding: hex                            | encoding: hexadecimal
            future: refuse                           | future: perhaps
            mode: live                               | mode: production
            type: /type                              | type: { at: /type }
            machine: payment                         | machine: Payment!
            when: ["payment.*"]                      | when: [1]
            key: /data/id                            | key: { from: /data/id }
            preset: stripe                           | preset: strype
            once: true                               | once: perhaps
            maxAttempts: 3                           | maxAttempts: 0
            url: "http://shop.internal/hooks"        | uri: "http://shop.internal/hooks"
            status: processing                       | status: busy
            """)
    void whatIsWrongIsRefusedByBoth(String right, String wrong) {
        String valid = "sources:\n  p:\n" + ConfigFile.SOURCE.indent(4) + """
                    limit: 2MiB
                  q: { preset: stripe, mode: live, secrets: ["0123456789abcdef-secret"] }
                machines:
                  own: { states: { open: { status: processing, initial: true, next: [done] }, done: { status: completed } } }
                effects:
                  - name: shop
                    when: { type: payment }
                    once: true
                    maxAttempts: 3
                    http: { url: "http://shop.internal/hooks", secret: "0123456789abcdef" }
                """;
        assertThat(problems(valid)).isEmpty();
        assertThat(ConfigFile.of(valid).mistakes()).isEmpty();
        assertThat(valid).contains(right);
        String broken = valid.replace(right, wrong);
        assertThat(problems(broken)).isNotEmpty();
        assertThat(ConfigFile.of(broken).mistakes()).isNotEmpty();
    }

    /** An editor must not call wrong what Pawl takes. */
    @Test
    void whatIsTakenInAnotherSpellingIsValid() {
        String file = """
                sources:
                  slack:
                    preset: slack
                    secrets: [~, "0123456789abcdef-secret"]
                    observe: "${OBSERVE:false}"
                    limit: 65536
                    acknowledgeWithin: PT3S
                    methods: POST
                    handshake:
                      method: POST
                      when: [{ from: "{json:/type}", equals: 1 }]
                      answer: { text: ~ }
                    operations: { message: ~ }
                  stripe:
                    preset: stripe
                    mode: "${MODE:live}"
                    secrets: "0123456789abcdef-secret"
                    verify: { timestamp: { tolerance: 10m } }
                effects:
                  - { name: gone, retired: true }
                """;
        assertThat(problems(file)).isEmpty();
        assertThat(ConfigFile.of(file).mistakes()).isEmpty();
    }

    @Test
    void aSourceNeedsAPresetOrEverythingElse() {
        assertThat(problems("sources: { p: { secrets: [a] } }")).isNotEmpty();
        assertThat(problems("sources: { p: { preset: github, operations: { pull-request: ~ } } }"))
                .isEmpty();
        assertThat(problems("machines: {}")).isNotEmpty();
    }

    private static Set<ValidationMessage> problems(String yaml) {
        Mistakes mistakes = new Mistakes();
        JsonNode tree = YamlTree.parse(yaml, "example", mistakes);
        assertThat(mistakes.all()).isEmpty();
        return SCHEMA.validate(Objects.requireNonNull(tree));
    }

    private static Set<String> names(JsonNode map) {
        Set<String> names = new TreeSet<>();
        map.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

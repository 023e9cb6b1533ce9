package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Plays recorded requests to presets: {@code src/test/resources/presets/<name>/requests.yaml}. A new folder is found by
 * itself. Every preset has a sample besides ({@link PresetSamplesTest}).
 */
class PresetVectorsTest {

    private static final Path PRESETS = Path.of("src/main/resources/presets");
    private static final Path VECTORS = Path.of("src/test/resources/presets");

    @Test
    void everyPresetIsInTheIndex() throws IOException {
        assertThat(names(PRESETS, ".yaml")).containsExactlyInAnyOrderElementsOf(PresetLibrary.names());
        assertThat(PresetLibrary.names()).containsAll(names(VECTORS, ""));
    }

    @TestFactory
    List<DynamicNode> requestsAreJudgedAsRecorded() throws IOException {
        List<DynamicNode> tests = new ArrayList<>();
        for (String preset : names(VECTORS, "")) {
            JsonNode file = vectors(preset);
            PresetScenario scenario = new PresetScenario(source(preset, file.path("source")));
            // In order and in one go: what a request means depends on those before it.
            file.path("requests")
                    .forEach(request -> tests.add(
                            scenario.test(preset + ": " + request.path("name").asText(), request)));
        }
        return tests;
    }

    @TestFactory
    List<DynamicNode> recordedRequestsShowWhatEachPresetPromises() throws IOException {
        List<DynamicNode> tests = new ArrayList<>();
        for (String preset : names(VECTORS, "")) {
            tests.add(org.junit.jupiter.api.DynamicTest.dynamicTest(preset, () -> {
                JsonNode file = vectors(preset);
                Set<String> refused = new TreeSet<>();
                Set<String> verdicts = new TreeSet<>();
                Set<String> types = new TreeSet<>();
                file.path("requests").forEach(request -> {
                    JsonNode expect = request.path("expect");
                    refused.add(expect.path("refused").asText());
                    expect.path("verdicts").forEach(verdict -> verdicts.add(verdict.asText()));
                    expect.path("operations").fieldNames().forEachRemaining(name -> types.add(name.split("/", 2)[0]));
                });
                assertThat(refused).contains("signature-wrong", "signature-missing");
                assertThat(verdicts).contains("applied", "duplicate", "stale", "ignored/type");
                assertThat(types)
                        .containsAll(source(preset, file.path("source")).operationTypes().stream()
                                .map(Source.OperationType::type)
                                .toList());
            }));
        }
        return tests;
    }

    private static JsonNode vectors(String preset) throws IOException {
        return new YAMLMapper()
                .readTree(Files.readString(VECTORS.resolve(preset).resolve("requests.yaml")));
    }

    private static Source source(String preset, JsonNode own) throws IOException {
        ObjectNode source = own.deepCopy();
        source.put("preset", preset);
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.putObject("sources").set("s", source);
        return Objects.requireNonNull(ConfigFile.of(new ObjectMapper().writeValueAsString(file))
                .catalog()
                .source("s"));
    }

    private static Set<String> names(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(suffix))
                    .map(name -> name.substring(0, name.length() - suffix.length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}

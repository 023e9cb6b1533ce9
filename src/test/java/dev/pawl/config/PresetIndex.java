package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The list of all presets. */
final class PresetIndex {

    private PresetIndex() {}

    static String markdown() {
        return """
                <!-- Made from src/main/resources/presets. -->

                # Presets

                A preset is a packaged YAML file: how a provider signs, what its events mean. A source that names one can
                override any key of it: maps are merged, everything else is replaced, `~` takes a part away. What to enter at the
                provider is also shown by `GET /admin/sources/{source}`.

                These pages are made from the presets. A test fails when one is not as it should be; this renews them:

                    ./mvnw test -Dtest=PresetPagesTest -Dpawl.docs.write=true

                """
                + Markdown.head("preset", "provider", "signed by", "operation types", "can be asked", "can list")
                + PresetLibrary.names().stream().map(PresetIndex::row).collect(Collectors.joining());
    }

    private static String row(String name) {
        JsonNode preset = PresetLibrary.preset(name);
        JsonNode verify = preset.path("verify");
        String signed = (verify.isArray() ? StreamSupport.stream(verify.spliterator(), false) : Stream.of(verify))
                .map(VerifyWords::name)
                .distinct()
                .collect(Collectors.joining(" or "));
        JsonNode operations = preset.path("operations");
        String types = Markdown.codes(operations.properties().stream().map(Map.Entry::getKey));
        String asked = Markdown.codes(operations.properties().stream()
                .filter(operation -> operation.getValue().has("status"))
                .map(Map.Entry::getKey));
        return Markdown.row(
                "[`" + name + "`](" + name + ".md)",
                preset.path("provider").path("name").asText(),
                signed,
                types.isEmpty() ? "none: map your own" : types,
                asked.isEmpty() ? "no" : asked.equals(types) ? "yes" : asked,
                preset.has("backfill") ? "yes" : "no");
    }
}

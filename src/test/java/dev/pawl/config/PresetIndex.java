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
                + PresetLibrary.names().stream().map(PresetIndex::row).collect(Collectors.joining())
                + notCovered();
    }

    /** Known providers without a preset, and why: nobody should look for one, or take a similar one for it. */
    private static String notCovered() {
        return "\n## Not covered, and why\n\n"
                + Markdown.head("provider", "why", "instead")
                + Markdown.row(
                        "Atlassian Connect",
                        "its JSON Web Token proves method, path and query by a hash (`qsh`), not the body, with a key of its own"
                                + " for each site that installs the app",
                        "[`jira`](jira.md): webhooks with a secret")
                + Markdown.row(
                        "Azure Event Grid with Entra ID",
                        "tenant, audience and key address are the tenant's own",
                        "[`azure-event-grid`](azure-event-grid.md) with a `verify` of your own: `algorithm: jws`, the tenant's"
                                + " keys, `covers: none`")
                + Markdown.row(
                        "iCount",
                        "no signature is documented, nor what a notice holds",
                        "a source of your own with `algorithm: token` in the query, and `status` for money")
                + Markdown.row(
                        "Pix (Efí and other banks)",
                        "the bank shows a client certificate (mutual TLS), which ends at the proxy before Pawl",
                        "a proxy that verifies it and adds a header only it knows, as `algorithm: token`");
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

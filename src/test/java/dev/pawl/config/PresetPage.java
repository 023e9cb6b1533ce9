package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The page about a preset, made from the preset. */
final class PresetPage {

    private static final Path PRESETS = Path.of("src/main/resources/presets");
    private static final String DEFAULT_LIMIT = "1MiB";

    private final String name;
    private final JsonNode preset;
    private final PresetSnippet snippet;

    PresetPage(String name) {
        this.name = name;
        this.preset = PresetLibrary.preset(name);
        this.snippet = new PresetSnippet(name);
    }

    String markdown() {
        return "<!-- Made from src/main/resources/presets/" + name
                + ".yaml: change that, and renew the pages as README.md"
                + " here says. -->\n\n"
                + "# " + name + ": " + preset.path("provider").path("name").asText() + "\n\n"
                + introduction() + "\n\n" + setUp() + "\n" + verification() + "\n" + answers() + "\n" + mapping() + "\n"
                + "## Example\n\n" + new PresetExample(name).markdown();
    }

    /** What the preset's file says about itself in its first lines. */
    private String introduction() {
        try {
            return Files.readAllLines(PRESETS.resolve(name + ".yaml")).stream()
                    .takeWhile(line -> line.startsWith("# "))
                    .map(line -> line.substring(2))
                    .collect(Collectors.joining(" "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String setUp() {
        JsonNode provider = preset.path("provider");
        StringBuilder text = new StringBuilder("## Set up\n\n");
        text.append("At the provider ([documentation](")
                .append(provider.path("docs").asText())
                .append(")):\n\n");
        text.append("- URL: `https://<your host>/webhooks/").append(name).append("`\n");
        text.append("- where: ").append(provider.path("endpoint").asText()).append('\n');
        text.append("- secret: ").append(provider.path("secret").asText()).append("\n\n");
        text.append("In `pawl.yaml`:\n\n").append(Markdown.block("yaml", snippet.yaml()));
        List<String> settings = snippet.settings();
        if (!settings.isEmpty()) {
            text.append("\nIn the environment:\n\n");
            settings.forEach(setting -> text.append("- ").append(setting).append('\n'));
        }
        return text.toString();
    }

    private String verification() {
        JsonNode verify = preset.path("verify");
        StringBuilder text = new StringBuilder("## How requests are verified\n\n");
        if (!verify.isArray()) {
            return text.append(VerifyWords.of(verify)).append('\n').toString();
        }
        text.append("In any of these ways:\n\n");
        verify.forEach(
                recipe -> text.append("1. ").append(VerifyWords.of(recipe)).append('\n'));
        return text.toString();
    }

    private String answers() {
        StringBuilder text = new StringBuilder("## Requests and answers\n\n");
        text.append(Markdown.head("what", "how"));
        text.append(Markdown.row("events come with", methods()));
        text.append(Markdown.row("body", body()));
        text.append(Markdown.row("greatest body", preset.path("limit").asText(DEFAULT_LIMIT)));
        text.append(Markdown.row("a committed event is answered", AnswerWords.success(preset.path("success"))));
        if (preset.path("refusal").asText().equals("empty")) {
            text.append(Markdown.row("a request that is not authentic is answered", "`401` and no body."));
        }
        time(text, "the provider waits for", "acknowledgeWithin");
        time(text, "it sends again for", "retryWindow");
        List<String> handshakes = new ArrayList<>();
        PresetSnippet.handshakes(preset.path("handshake"))
                .map(AnswerWords::handshake)
                .forEach(handshakes::add);
        if (!handshakes.isEmpty()) {
            text.append("\nBesides events the provider sends, and Pawl answers:\n\n");
            handshakes.forEach(handshake -> text.append("- ").append(handshake).append('\n'));
        }
        return text.toString();
    }

    private void time(StringBuilder text, String what, String key) {
        text.append(Markdown.row(
                what, preset.has(key) ? TimeWords.of(preset.path(key).asText()) : "the provider does not say"));
    }

    private String methods() {
        String methods = preset.has("methods") ? Markdown.codes(VerifyWords.texts(preset.path("methods"))) : "`POST`";
        return methods + (preset.has("encodings") ? ", also compressed" : "");
    }

    private String body() {
        String body = preset.path("body").asText("json");
        return body.equals("json") ? "JSON" : body.equals("form") ? "a form" : Markdown.code(body);
    }

    private String mapping() {
        StringBuilder text = new StringBuilder("## What is mapped\n\n");
        text.append(MappingTables.event(preset.path("event")));
        JsonNode operations = preset.path("operations");
        if (operations.isEmpty()) {
            text.append("\nNo operation types: events are verified and kept. Map your own under `operations`.\n");
        }
        operations
                .properties()
                .forEach(operation ->
                        text.append('\n').append(MappingTables.operation(operation.getKey(), operation.getValue())));
        return text.toString();
    }
}

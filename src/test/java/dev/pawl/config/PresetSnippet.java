package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The part of {@code pawl.yaml} that a preset needs, and which settings of the service it needs. */
final class PresetSnippet {

    private static final List<String> FOR_REQUESTS = List.of("verify", "handshake", "success");

    private final String name;
    private final JsonNode preset;

    PresetSnippet(String name) {
        this.name = name;
        this.preset = PresetLibrary.preset(name);
    }

    String yaml() {
        List<String> lines = new ArrayList<>();
        lines.add("sources:");
        lines.add("  " + name + ":   # https://<your host>/webhooks/" + name);
        lines.add("    preset: " + name);
        if (pending()) {
            lines.add("    pending: true   # the provider's first request brings the secret");
        } else if (PresetSource.needsSecret(preset)) {
            lines.add("    secrets: [\"${" + variable("SECRET") + "}\"]");
        }
        if (preset.path("event").has("mode")) {
            lines.add("    mode: live   # live | test | any");
        }
        lines.addAll(config());
        return String.join("\n", lines) + "\n";
    }

    private List<String> config() {
        List<String> needed = new ArrayList<>();
        List<String> others = new ArrayList<>();
        preset.path("configNeeds").properties().forEach(need -> {
            boolean now = needs(need.getKey());
            String line = need.getKey() + ": \"${" + variable(need.getKey()) + "}\"   # "
                    + need.getValue().asText();
            (now ? needed : others).add((now ? "      " : "    #   ") + line);
        });
        List<String> lines = new ArrayList<>();
        if (!needed.isEmpty()) {
            lines.add("    config:");
        } else if (!others.isEmpty()) {
            lines.add("    # config:");
        }
        lines.addAll(needed);
        lines.addAll(others);
        return lines;
    }

    /** What the service itself must be told. */
    List<String> settings() {
        List<String> settings = new ArrayList<>();
        if (readsUrl()) {
            settings.add(
                    "`PAWL_PUBLIC_URL`: the address is a part of what is signed. It must be what the provider calls, such as"
                            + " `https://<your host>`.");
        }
        if (pending()) {
            settings.add("`PAWL_KEY`: the secret that the provider hands over is stored encrypted with it.");
        }
        return settings;
    }

    /** Whether the secret comes with a handshake. */
    private boolean pending() {
        JsonNode handshake = preset.path("handshake");
        return handshakes(handshake).anyMatch(each -> each.has("secret"));
    }

    static Stream<JsonNode> handshakes(JsonNode handshake) {
        return handshake.isArray()
                ? StreamSupport.stream(handshake.spliterator(), false)
                : handshake.isMissingNode() ? Stream.of() : Stream.of(handshake);
    }

    boolean readsUrl() {
        return FOR_REQUESTS.stream().map(preset::path).map(JsonNode::toString).anyMatch(text -> text.contains("{url"));
    }

    /** Whether requests cannot be dealt with without this name of {@code config}. */
    boolean needs(String config) {
        return FOR_REQUESTS.stream()
                .map(preset::path)
                .anyMatch(part -> part.toString().contains("{config:" + config + "}"));
    }

    private String variable(String what) {
        return (name + "_" + what).toUpperCase(Locale.ROOT).replace('-', '_');
    }
}

package dev.pawl.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.support.FakeListApi.Answer;
import dev.pawl.support.FakeServer.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A provider's list as its documents show one: what is asked, word by word, the pages that answer it, and what a source of the
 * preset has to make of them. One of the events was delivered before.
 */
record DocumentedList(String preset, JsonNode json) {

    /** The lists begin here. */
    static final String FROM = "2024-01-01T00:00:00Z";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FOLDER = Path.of("src/test/resources/lists");
    private static final Path PRESETS = Path.of("src/main/resources/presets");
    private static final Pattern ADDRESS = Pattern.compile("url: \"https://[^/]+(/[^\"]*)\"");

    static DocumentedList of(String preset) {
        try {
            return new DocumentedList(
                    preset, JSON.readTree(FOLDER.resolve(preset + ".json").toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Presets with a recipe for a list. */
    static List<String> presets() {
        try (Stream<Path> files = Files.list(PRESETS)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> file.endsWith(".yaml"))
                    .map(file -> file.substring(0, file.length() - ".yaml".length()))
                    .filter(preset -> !recipe(preset).isEmpty())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the preset says of it, as text; empty: nothing. */
    private static String recipe(String preset) {
        try {
            String[] parts = Files.readString(PRESETS.resolve(preset + ".yaml")).split("\nbackfill:\n", 2);
            return parts.length == 1 ? "" : parts[1];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A source of the preset in {@code pawl.yaml}: it asks at another host, and nothing else is changed. */
    String source(String api, String token) {
        Matcher address = ADDRESS.matcher(recipe(preset));
        address.find();
        String request = "request: { url: \"" + api + "/" + preset + address.group(1) + "\" }";
        String item =
                address.find() ? ", item: { request: { url: \"" + api + "/" + preset + address.group(1) + "\" } }" : "";
        String secret = preset.equals("chargebee") ? "user:sample-password-01" : "sample-secret-0123456789";
        return """
                  %1$s:
                    preset: %1$s
                    secrets: ["%2$s"]
                    %3$s
                    config: %4$s
                    backfill: { token: %5$s, from: "%6$s", %7$s%8$s }
                """.formatted(
                        preset,
                        secret,
                        Set.of("shopify", "stripe").contains(preset) ? "mode: live" : "",
                        json.has("config") ? json.get("config") : "{}",
                        token,
                        FROM,
                        request,
                        item);
    }

    /** Only what the documents say is asked has an answer. */
    Answer answer(Request asked, String api) {
        String target = asked.target().substring(preset.length() + 1);
        for (JsonNode page : json.get("pages")) {
            if (page.get("asked").asText().equals(target)
                    && (!page.has("body") || page.get("body").equals(read(asked.body())))) {
                Answer answer = Answer.json(here(page.get("answer").toString(), api));
                return page.has("link")
                        ? answer.with("Link", here(page.get("link").asText(), api))
                        : answer;
            }
        }
        return Answer.status(404);
    }

    private String here(String text, String api) {
        return text.replace(json.get("origin").asText(), api + "/" + preset);
    }

    private static JsonNode read(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<String, String> headers() {
        return texts(json.get("header"));
    }

    InboundRequest delivered() {
        JsonNode delivered = json.get("delivered");
        Map<String, List<String>> headers = new HashMap<>();
        texts(delivered.get("headers")).forEach((name, value) -> headers.put(name, List.of(value)));
        return new InboundRequest(
                "POST",
                "/webhooks/" + preset,
                headers,
                delivered.get("body").toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new HashMap<>();
        object.properties()
                .forEach(one -> texts.put(one.getKey(), one.getValue().asText()));
        return texts;
    }

    int pages() {
        return json.get("pages").size();
    }

    Tally tally() {
        JsonNode tally = json.get("tally");
        return new Tally(
                tally.path("listed").asInt(),
                tally.path("recovered").asInt(),
                tally.path("matched").asInt(),
                tally.path("ignored").asInt(),
                0,
                0,
                0);
    }

    /** The same list again: nothing in it is new. */
    Tally again() {
        Tally first = tally();
        return new Tally(first.listed(), 0, first.matched() + first.recovered(), first.ignored(), 0, 0, 0);
    }

    /** Type, key, state and the cause of the last move. */
    Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        StreamSupport.stream(json.get("operations").spliterator(), false)
                .forEach(operation -> operations.add(operation.asText()));
        return operations;
    }
}

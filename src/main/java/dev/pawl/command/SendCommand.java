package dev.pawl.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.config.Catalog;
import dev.pawl.config.SampleRequest;
import dev.pawl.config.Source;
import dev.pawl.core.verify.InboundRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/**
 * {@code pawl send --source s}: signs the sample event of the source's preset and lets the service on this machine try it,
 * in a transaction that is rolled back. Shows whether secret, recipe, mapping, tables and SQL effects fit together, and
 * leaves nothing behind.
 */
final class SendCommand {

    private static final int DEFAULT_PORT = 8080;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;

    private final Surroundings surroundings;

    private SendCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** @return 0 verified, understood and no statement that cannot run, 1 not */
    static int run(String source, Surroundings surroundings) {
        return new SendCommand(surroundings).send(source);
    }

    private int send(String name) {
        Catalog catalog = LocalCatalog.read(surroundings);
        Source source = catalog == null ? null : catalog.source(name);
        if (source == null) {
            return catalog == null ? 1 : failed("there is no source " + name);
        }
        return SampleRequest.signed(source, Instant.now())
                .fold(request -> tried(source, request), problem -> failed("cannot be signed here: " + problem));
    }

    private int failed(String why) {
        surroundings.err().println(why);
        return 1;
    }

    private int tried(Source source, InboundRequest request) {
        int port = surroundings.port("QUARKUS_HTTP_PORT", DEFAULT_PORT);
        try {
            LocalHttp.Answer answer = LocalHttp.post(
                    port,
                    "/admin/dry-run",
                    surroundings.secret("PAWL_ADMIN_TOKEN"),
                    dryRun(source, request).toString(),
                    TIMEOUT);
            if (answer.status() == OK) {
                return told(source, new ObjectMapper().readTree(answer.body()));
            }
            return failed(
                    answer.status() == 401 || answer.status() == 403
                            ? "not allowed: set PAWL_ADMIN_TOKEN (or …_FILE) to the service's token"
                            : "the service answered " + answer.status() + ": " + answer.body());
        } catch (JsonProcessingException e) {
            return failed("what answers on port " + port + " is not Pawl");
        } catch (IOException e) {
            return failed("no answer on port " + port + " (" + e.getMessage() + ")");
        }
    }

    private static ObjectNode dryRun(Source source, InboundRequest request) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("source", source.name()).put("method", request.method()).put("rollBack", true);
        int query = request.target().indexOf('?');
        if (query >= 0) {
            body.put("query", request.target().substring(query + 1));
        }
        ObjectNode headers = body.putObject("headers");
        request.headers().forEach((name, values) -> {
            ArrayNode list = headers.putArray(name);
            // Header bytes travel as ISO 8859-1; JSON carries them as characters.
            values.forEach(list::add);
        });
        return body.put("bodyBase64", Base64.getEncoder().encodeToString(request.body()));
    }

    private int told(Source source, JsonNode answer) {
        surroundings.out().println(shown(source));
        if (!answer.path("verified").asBoolean()) {
            surroundings
                    .out()
                    .println("refused          " + answer.path("refused").asText());
            return 1;
        }
        surroundings
                .out()
                .println("verified         by " + answer.path("secret").asText("no secret"));
        boolean understood = true;
        for (JsonNode said : answer.path("verdicts")) {
            JsonNode asserted = said.path("asserted");
            String what = asserted.isObject()
                    ? asserted.path("type").asText() + " "
                            + asserted.path("key").asText() + " is "
                            + asserted.path("state").asText()
                    : said.path("type").asText("");
            String verdict = said.path("verdict").asText();
            surroundings.out().println("%-16s %s".formatted(verdict, what).strip());
            understood &= !verdict.equals("invalid");
            understood &= effects(said);
            if (!verdict.equals("applied")) {
                surroundings.out().println("  it was not applied, so that what would follow was not tried");
            }
        }
        surroundings.out().println("rolled back: nothing of it is kept");
        return understood ? 0 : 1;
    }

    /** @return false: a statement cannot run. What only lacks the sample's rows or values says nothing about real ones. */
    private boolean effects(JsonNode said) {
        boolean able = true;
        for (JsonNode effect : said.path("effects")) {
            JsonNode ran = said.path("ran").path(effect.asText());
            able &= !ran.asText().startsWith("cannot run");
            surroundings.out().println("  effect %s: %s".formatted(effect.asText(), ran.asText("would be sent")));
        }
        return able;
    }

    private static String shown(Source source) {
        String preset = source.preset() == null ? "spelled out" : "preset " + source.preset();
        return "source " + source.name() + " (" + preset + "): the sample event, signed now";
    }
}

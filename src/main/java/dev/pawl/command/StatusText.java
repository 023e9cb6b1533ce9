package dev.pawl.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The status for a terminal: what is zero is left out, what wants a person stands out. */
final class StatusText {

    private static final String NONE = "none";

    private final List<String> lines = new ArrayList<>();

    private StatusText() {}

    static String of(JsonNode status) {
        StatusText text = new StatusText();
        text.line("operations", counts(status.path("operations")));
        text.line("attention", withCauses(status.path("attention"), status.path("attentionBy")));
        text.line("effects", counts(status.path("effects")));
        status.path("sources").properties().forEach(source -> text.source(source.getKey(), source.getValue()));
        status.path("jobs").properties().forEach(job -> text.job(job.getKey(), job.getValue()));
        text.line("configuration", status.path("configuration").path("hash").asText());
        text.lineIfText("  not in force", status.path("configuration").path("error"));
        text.line("version", status.path("version").asText());
        return String.join("\n", text.lines);
    }

    private void source(String name, JsonNode source) {
        line(
                "source " + name,
                "received " + source.path("received").asLong() + lastAt(source.path("lastReceivedAt")) + " · "
                        + counts(source.path("verdicts")));
        if (source.path("attention").asLong() > 0) {
            line("  attention", source.path("attention").asText());
        }
        String refused = counts(source.path("refused"));
        if (!refused.equals(NONE)) {
            line("  refused", refused + lastAt(source.path("lastRefusedAt")));
        }
        lineIfText("  hint", source.path("hint"));
    }

    private void job(String name, JsonNode job) {
        JsonNode success = job.path("lastSuccessAt");
        line("job " + name, "last success " + (success.isTextual() ? success.asText() : "never"));
        lineIfText("  last error", job.path("lastError"));
    }

    private void lineIfText(String label, JsonNode value) {
        if (value.isTextual()) {
            line(label, value.asText());
        }
    }

    private void line(String label, String value) {
        lines.add("%-16s %s".formatted(label, value));
    }

    private static String lastAt(JsonNode time) {
        return time.isTextual() ? " (last " + time.asText() + ")" : "";
    }

    private static String withCauses(JsonNode total, JsonNode causes) {
        return total.asLong() == 0 ? NONE : total.asLong() + " (" + counts(causes) + ")";
    }

    private static String counts(JsonNode byName) {
        List<String> counts = new ArrayList<>();
        byName.properties().forEach(entry -> {
            if (entry.getValue().asLong() != 0) {
                counts.add(entry.getKey() + " " + entry.getValue().asLong());
            }
        });
        return counts.isEmpty() ? NONE : String.join(" · ", counts);
    }
}

package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.Event.Kind;
import dev.pawl.core.json.JsonBody;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.verify.InboundRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One object of a provider's answer, read by the rules that events are read by. No problem quotes it. */
public final class AnswerDocument {

    private final Event event;

    private AnswerDocument(Event event) {
        this.event = event;
    }

    /**
     * The one object of an answer that counts.
     *
     * @param headers by name; a template may refer to them
     */
    public static Parsed<AnswerDocument> of(byte[] body, Map<String, List<String>> headers, AnswerPlace place) {
        return JsonBody.parse(body).then(root -> place.in(root).then(element -> Parsed.of(of(headers, root, element))));
    }

    private static AnswerDocument of(Map<String, List<String>> headers, JsonNode root, JsonNode element) {
        return new AnswerDocument(new Event(new InboundRequest("GET", "/", headers, new byte[0]), root, element));
    }

    /** Null where the rule does not know what it says. */
    public @Nullable String state(StateRule rule) {
        return Values.state(rule, event, null);
    }

    /** Empty where it does not tell a time. */
    public Parsed<Optional<Instant>> time(@Nullable TimeRule rule) {
        Found found = rule == null ? Found.ABSENT : event.read(rule.at(), Kind.SCALAR);
        if (rule == null || !found.present()) {
            return Parsed.of(Optional.empty());
        }
        Instant time = found.text() == null ? null : rule.format().read(found.text());
        return time == null
                ? Parsed.wrong("a time that is none")
                : Parsed.of(Optional.of(time.truncatedTo(ChronoUnit.MICROS)));
    }

    /** The invariant fields that hold in this state. */
    public Fingerprint fingerprint(InvariantRule invariant, Machine machine, String state) {
        return Values.fingerprint(invariant, machine, event, state);
    }

    public Map<String, String> fields(Map<String, Template> templates) {
        return Values.fields(templates, event);
    }
}

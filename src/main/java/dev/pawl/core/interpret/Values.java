package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.interpret.Event.Kind;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.OperationKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of an event that are kept with its operation. */
final class Values {

    private static final int MAX_FIELD = 4_096;

    private Values() {}

    /** The invariant fields that hold in the asserted state; what is missing or {@code null} is not part of it. */
    static Fingerprint fingerprint(InvariantRule invariant, Machine machine, Event event, String state) {
        Map<String, String> fields = new HashMap<>();
        invariant.at(machine, state).forEach((name, pointer) -> {
            JsonNode value = event.at(pointer);
            if (!value.isMissingNode() && !value.isNull()) {
                fields.put(name, CanonicalJson.fingerprint(value));
            }
        });
        return Fingerprint.of(fields);
    }

    /** Scalars as text; what cannot be stored as it is, or is too long to be a field, is left out rather than changed. */
    static Map<String, String> fields(Map<String, Template> templates, Event event) {
        Map<String, String> fields = new HashMap<>();
        templates.forEach((name, template) -> {
            String text = event.read(template, Kind.SCALAR).text();
            if (text != null && text.length() <= MAX_FIELD && OperationKey.isStorable(text)) {
                fields.put(name, text);
            }
        });
        return fields;
    }

    /** Null where the rule does not know what the event says. */
    static @Nullable String state(StateRule rule, Event event, @Nullable String eventType) {
        if (rule instanceof StateRule.Fixed fixed) {
            return fixed.state();
        }
        if (rule instanceof StateRule.Mapped mapped) {
            String text = mapped.at() == null
                    ? eventType
                    : event.read(mapped.at(), Kind.SCALAR).text();
            return text == null ? null : mapped.map().get(text);
        }
        return null;
    }
}

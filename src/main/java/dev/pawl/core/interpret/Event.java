package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.interpret.Template.Part;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.InboundRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One event of a body, with all that a template may refer to. */
record Event(InboundRequest request, JsonNode root, JsonNode element) {

    /** Which JSON values count. */
    enum Kind {
        TEXT,
        /** Texts and whole numbers; anything else has more than one spelling. */
        IDENTITY,
        SCALAR;

        private boolean takes(JsonNode value) {
            return switch (this) {
                case TEXT -> value.isTextual();
                case IDENTITY -> value.isTextual() || value.isIntegralNumber();
                case SCALAR -> value.isTextual() || value.isNumber() || value.isBoolean();
            };
        }
    }

    JsonNode at(Pointer pointer) {
        return pointer.in(root, element);
    }

    /** The first template of which everything is present. */
    Found firstOf(List<Template> templates, Kind kind) {
        for (Template template : templates) {
            Found found = read(template, kind);
            if (found.present()) {
                return found;
            }
        }
        return Found.ABSENT;
    }

    Found read(Template template, Kind kind) {
        List<Part> parts = template.parts();
        if (parts.size() == 1) {
            return read(parts.get(0), kind);
        }
        StringBuilder text = new StringBuilder();
        boolean usable = true;
        for (Part part : parts) {
            if (part instanceof Part.Literal literal) {
                text.append(literal.text());
                continue;
            }
            Found found = read(part, kind);
            if (!found.present()) {
                return Found.ABSENT;
            }
            String value = found.text();
            usable &= value != null && !value.isBlank();
            text.append(value == null ? "" : Template.encoded(value));
        }
        return usable ? Found.of(text.toString()) : Found.UNUSABLE;
    }

    private Found read(Part part, Kind kind) {
        if (part instanceof Part.Value value) {
            return value(at(value.pointer()), kind);
        }
        return part instanceof Part.Header header ? header(header.name()) : Found.UNUSABLE;
    }

    private static Found value(JsonNode value, Kind kind) {
        if (value.isMissingNode() || value.isNull()) {
            return Found.ABSENT;
        }
        if (!kind.takes(value)) {
            return Found.UNUSABLE;
        }
        return Found.of(value.isNumber() ? Numbers.plain(value.decimalValue()) : value.asText());
    }

    private Found header(String name) {
        Set<String> values = new HashSet<>();
        request.header(name).forEach(value -> values.add(value.strip()));
        if (values.size() > 1) {
            return Found.UNUSABLE;
        }
        return values.isEmpty() ? Found.ABSENT : Found.of(values.iterator().next());
    }
}

package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.Template.Part;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.json.WrittenJson;
import dev.pawl.core.verify.FormFields;
import dev.pawl.core.verify.InboundRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Headers and body of a request while they are changed: a JSON document, or the fields of a form. */
final class DraftedBody {

    private final InboundRequest plain;
    private final Map<String, List<String>> headers;
    private final @Nullable WrittenJson json;
    private final List<WrittenJson> events;
    private final Map<String, String> form;

    private DraftedBody(
            InboundRequest plain, @Nullable WrittenJson json, List<WrittenJson> events, Map<String, String> form) {
        this.plain = plain;
        this.headers = new HashMap<>(plain.headers());
        this.json = json;
        this.events = events;
        this.form = form;
    }

    static Parsed<DraftedBody> of(Recipe recipe, InboundRequest request) {
        if (recipe.body().equals(BodyFormat.JSON)) {
            return WrittenJson.parse(request.body())
                    .then(json -> json.elements(recipe.each())
                            .then(events -> Parsed.of(new DraftedBody(request, json, events, Map.of()))));
        }
        FormFields fields = FormFields.parse(request.body());
        if (!recipe.body().equals(BodyFormat.FORM)
                || fields == null
                || request.method().equals("GET")) {
            return Parsed.wrong("its body is neither JSON nor a form");
        }
        Map<String, String> form = new LinkedHashMap<>();
        fields.forEach(form::put);
        return Parsed.of(new DraftedBody(request, null, List.of(), form));
    }

    /** False where nothing stands there yet. */
    boolean change(Part part, int event, UnaryOperator<String> change) {
        String old = text(part, event);
        return old != null && put(part, event, change.apply(old));
    }

    boolean isAbsent(Part part, int event) {
        return text(part, event) == null;
    }

    boolean isNumber(Part part, int event) {
        String written = part instanceof Part.Value value && json != null
                ? events.get(event).json(value.pointer())
                : null;
        return written != null && written.matches("-?[0-9].*");
    }

    private @Nullable String text(Part part, int event) {
        if (part instanceof Part.Header header) {
            return headers.getOrDefault(header.name(), List.of()).stream()
                    .findFirst()
                    .orElse(null);
        }
        if (!(part instanceof Part.Value value)) {
            return null;
        }
        return json == null
                ? form.get(value.pointer().name())
                : events.get(event).text(value.pointer());
    }

    private boolean put(Part part, int event, String text) {
        if (part instanceof Part.Header header) {
            headers.put(header.name(), List.of(text));
            return true;
        }
        Pointer pointer = ((Part.Value) part).pointer();
        return json == null
                ? form.put(pointer.name(), text) != null
                : events.get(event).put(pointer, text);
    }

    InboundRequest request() {
        byte[] body = json == null ? written().getBytes(StandardCharsets.UTF_8) : json.bytes();
        return new InboundRequest(plain.method(), plain.target(), headers, body);
    }

    private String written() {
        List<String> fields = new ArrayList<>();
        form.forEach((name, value) -> fields.add(encoded(name) + "=" + encoded(value)));
        return String.join("&", fields);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

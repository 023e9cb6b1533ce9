package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.Parsed;
import dev.pawl.core.json.JsonBody;
import dev.pawl.core.verify.FormFields;

/**
 * A form read as a document: each field a text, a repeated one a list of texts. As strict as {@link JsonBody}, and with its
 * limits.
 */
final class FormBody {

    private FormBody() {}

    /** The document, or what is wrong with it; the words never quote the body. */
    static Parsed<JsonNode> parse(byte[] body) {
        FormFields fields = FormFields.parse(body);
        if (fields == null) {
            return Parsed.wrong("not a form in UTF-8, or one with too many fields");
        }
        ObjectNode form = JsonNodeFactory.instance.objectNode();
        fields.forEach((name, value) -> add(form, name, value));
        return form.properties().stream().allMatch(field -> fits(field.getKey(), field.getValue()))
                ? Parsed.of(form)
                : Parsed.wrong("a form beyond the limits of size");
    }

    private static void add(ObjectNode form, String name, String value) {
        JsonNode before = form.get(name);
        if (before == null) {
            form.put(name, value);
        } else if (before.isArray()) {
            form.withArrayProperty(name).add(value);
        } else {
            form.putArray(name).add(before).add(value);
        }
    }

    private static boolean fits(String name, JsonNode value) {
        return name.length() <= JsonBody.MAX_NAME_CHARS && value.asText().length() <= JsonBody.MAX_STRING_CHARS;
    }
}

package dev.pawl.core.verify;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.json.WrittenJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers in which keys are somewhere inside a JSON document. */
final class ListedKeys {

    private ListedKeys() {}

    static String answer(KeyRequest.Listed listed, String id, String key, KeyFormat format) {
        String value = format == KeyFormat.JWK ? key : WrittenJson.quoted(key);
        String item = wrapped(listed.key(), value);
        Pointer name = listed.id();
        if (name != null) {
            String named = wrapped(name, WrittenJson.quoted(id));
            item = item.substring(0, item.length() - 1) + "," + named.substring(1);
        }
        return wrapped(listed.each(), listed.each() == null ? item : "[" + item + "]");
    }

    private static String wrapped(@Nullable Pointer pointer, String value) {
        List<String> segments = pointer == null ? List.of() : pointer.segments();
        String text = value;
        for (int i = segments.size() - 1; i >= 0; i--) {
            text = "{" + WrittenJson.quoted(segments.get(i)) + ":" + text + "}";
        }
        return text;
    }
}

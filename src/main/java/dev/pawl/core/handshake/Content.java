package dev.pawl.core.handshake;

import dev.pawl.core.json.WrittenJson;
import dev.pawl.core.verify.RequestScope;
import dev.pawl.core.verify.RequestText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of an answer. */
public sealed interface Content {

    /** Null where the request lacks something. */
    @Nullable
    String in(RequestScope scope);

    /** A text; the empty text is no body. */
    record Text(RequestText text) implements Content {
        @Override
        public @Nullable String in(RequestScope scope) {
            return AnswerRule.rendered(text, scope);
        }
    }

    /** A JSON text. */
    record JsonText(RequestText text) implements Content {
        @Override
        public @Nullable String in(RequestScope scope) {
            String value = AnswerRule.rendered(text, scope);
            return value == null ? null : WrittenJson.quoted(value);
        }
    }

    /** A JSON value that is always the same, as it is written. */
    record JsonConstant(String json) implements Content {
        @Override
        public String in(RequestScope scope) {
            return json;
        }
    }

    /** Members in order. */
    record JsonObject(Map<String, Content> members) implements Content {
        public JsonObject {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        @Override
        public @Nullable String in(RequestScope scope) {
            StringBuilder json = new StringBuilder("{");
            for (Map.Entry<String, Content> member : members.entrySet()) {
                String value = member.getValue().in(scope);
                if (value == null) {
                    return null;
                }
                json.append(json.length() == 1 ? "" : ",")
                        .append(WrittenJson.quoted(member.getKey()))
                        .append(':')
                        .append(value);
            }
            return json.append('}').toString();
        }
    }

    record JsonArray(List<Content> items) implements Content {
        public JsonArray {
            items = List.copyOf(items);
        }

        @Override
        public @Nullable String in(RequestScope scope) {
            StringBuilder json = new StringBuilder("[");
            for (Content item : items) {
                String value = item.in(scope);
                if (value == null) {
                    return null;
                }
                json.append(json.length() == 1 ? "" : ",").append(value);
            }
            return json.append(']').toString();
        }
    }
}

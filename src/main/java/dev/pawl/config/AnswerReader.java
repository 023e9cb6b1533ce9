package dev.pawl.config;

import dev.pawl.core.handshake.AnswerRule;
import dev.pawl.core.handshake.Content;
import dev.pawl.core.verify.RequestMac;
import dev.pawl.core.verify.RequestText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an answer to a provider: {@code { status, headers, text }} or {@code { status, headers, json }}. */
final class AnswerReader {

    static final Set<String> KEYS = Set.of("status", "headers", "text", "json");

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String PLAIN = "text/plain";
    private static final String JSON = "application/json";
    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

    /** The server's own, or a way to make a browser do something. */
    private static final Set<String> NOT_OURS_TO_SET = Set.of(
            "content-length",
            "transfer-encoding",
            "connection",
            "set-cookie",
            "location",
            "content-encoding",
            "refresh");

    private final RecipeContext context;
    private final @Nullable RequestMac mac;

    AnswerReader(RecipeContext context, @Nullable RequestMac mac) {
        this.context = mac == null ? context : context.with(RequestMac.REFERENCE);
        this.mac = mac;
    }

    /** Null, with the mistakes noted, where it is wrong. */
    @Nullable
    AnswerRule read(ConfigNode node) {
        int before = node.mistakes().count();
        int status = node.at("status").whole(200, 200, 299);
        Content content = content(node);
        Map<String, RequestText> headers = headers(node.at("headers"));
        contentType(node, headers);
        return node.mistakes().count() > before || content == null
                ? null
                : new AnswerRule(status, headers, content, mac);
    }

    private @Nullable Content content(ConfigNode node) {
        if (!node.at("json").isAbsent()) {
            if (!node.at("text").isAbsent()) {
                node.mistake("has both text and json", "a body is one of them");
            }
            return json(node.at("json"));
        }
        RequestText text = node.at("text").isAbsent() ? constant("") : context.optional(node.at("text"));
        return text == null ? null : new Content.Text(text);
    }

    private static RequestText constant(String written) {
        return RequestText.parse(written, Set.of()).fold(text -> text, problem -> {
            throw new IllegalStateException(problem);
        });
    }

    private @Nullable Content json(ConfigNode node) {
        if (node.isText()) {
            RequestText text = context.optional(node);
            return text == null ? null : new Content.JsonText(text);
        }
        if (node.isMap()) {
            Map<String, Content> members = new LinkedHashMap<>();
            node.entries().forEach((name, value) -> put(members, name, json(value)));
            return new Content.JsonObject(members);
        }
        if (node.isList()) {
            List<Content> items = new ArrayList<>();
            node.items().forEach(item -> {
                Content read = json(item);
                if (read != null) {
                    items.add(read);
                }
            });
            return new Content.JsonArray(items);
        }
        return new Content.JsonConstant(node.isAbsent() ? "null" : node.json().toString());
    }

    private static void put(Map<String, Content> members, String name, @Nullable Content value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    private Map<String, RequestText> headers(ConfigNode node) {
        Map<String, RequestText> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        node.entries().forEach((name, value) -> {
            if (!HEADER.matcher(name).matches() || NOT_OURS_TO_SET.contains(name.toLowerCase(Locale.ROOT))) {
                value.mistake("is no header an answer may have", null);
            }
            RequestText text = context.required(value);
            if (text != null) {
                headers.put(name, text);
            }
        });
        return headers;
    }

    /** What a stranger sent must never be taken for a page. */
    private void contentType(ConfigNode node, Map<String, RequestText> headers) {
        boolean json = !node.at("json").isAbsent();
        boolean body = json || !node.at("text").isAbsent();
        RequestText type = headers.get(CONTENT_TYPE);
        if (type == null) {
            if (body) {
                headers.put(CONTENT_TYPE, constant(json ? JSON : PLAIN));
            }
            return;
        }
        String written = type.toString().toLowerCase(Locale.ROOT);
        RequestText text = json || !body ? null : context.optional(node.at("text"));
        boolean echoes = text != null && !text.isConstant();
        if (!type.isConstant() || (json && !written.contains("json")) || (echoes && !written.startsWith(PLAIN))) {
            node.at("headers")
                    .at(CONTENT_TYPE)
                    .mistake("does not fit the body", json ? "use " + JSON : "what is sent back is " + PLAIN);
        }
    }
}

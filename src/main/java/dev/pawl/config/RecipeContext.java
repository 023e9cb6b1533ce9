package dev.pawl.config;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.PublicUrl;
import dev.pawl.core.verify.RequestScope;
import dev.pawl.core.verify.RequestText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of a source's recipes and handshakes may refer to beside the request.
 *
 * @param given values by reference, such as {@code config:webhook_id}
 * @param later references that get their values only when a request is there, such as {@code mac}
 * @param url null where the service does not know its own address
 * @param each where the source's events are
 */
record RecipeContext(
        Map<String, String> given,
        Set<String> later,
        @Nullable PublicUrl url,
        EventPath each) {

    static final String PUBLIC_URL = "PAWL_PUBLIC_URL";

    /** @param source the whole source, for {@code config} */
    static RecipeContext of(ConfigNode source, EventPath each) {
        Map<String, String> given = new HashMap<>();
        for (Map.Entry<String, ConfigNode> entry : source.at("config").entries().entrySet()) {
            String value = entry.getValue().value();
            if (value != null && !value.isEmpty()) {
                given.put("config:" + entry.getKey(), value);
            }
        }
        String address = source.variable(PUBLIC_URL);
        PublicUrl url = address == null || address.isBlank()
                ? null
                : PublicUrl.parse(address.strip()).<@Nullable PublicUrl>fold(read -> read, problem -> null);
        return new RecipeContext(given, Set.of(), url, each);
    }

    RecipeContext with(String... references) {
        Set<String> more = new HashSet<>(later);
        more.addAll(List.of(references));
        return new RecipeContext(given, more, url, each);
    }

    /** The text; null, with the mistake noted, where it is missing or means nothing. */
    @Nullable
    RequestText required(ConfigNode node) {
        if (node.isAbsent()) {
            node.mistake("is missing", null);
            return null;
        }
        return optional(node);
    }

    /** The text; null where it is absent or, with the mistake noted, where it means nothing. */
    @Nullable
    RequestText optional(ConfigNode node) {
        String written = node.value();
        RequestText text = written == null ? null : Meaning.of(node, parse(written));
        if (text != null && text.needsPublicUrl() && url == null) {
            node.mistake(
                    "needs the address providers use, which is not known",
                    "set " + PUBLIC_URL + " to an address such as https://hooks.example");
            return null;
        }
        return text;
    }

    private Parsed<RequestText> parse(String written) {
        Set<String> references = new HashSet<>(later);
        references.addAll(given.keySet());
        return RequestText.parse(written, references);
    }

    /** A text that is the same in every request; null, with the mistake noted, where it is none. */
    @Nullable
    String constant(ConfigNode node) {
        RequestText text = required(node);
        if (text == null) {
            return null;
        }
        InboundRequest nothing = new InboundRequest("POST", "/", Map.of(), new byte[0]);
        String constant = text.isConstant()
                ? text.in(RequestScope.of(nothing, null, given))
                        .<@Nullable String>fold(RequestText.Complete::text, reason -> null)
                : null;
        if (constant == null || constant.isBlank()) {
            node.mistake("must be the same in every request", "plain text, or {config:name}");
            return null;
        }
        return constant;
    }
}

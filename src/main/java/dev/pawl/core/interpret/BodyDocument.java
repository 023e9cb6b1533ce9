package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.BodyFormat.Coding;
import dev.pawl.core.json.JsonBody;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.InboundRequest;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;

/** Gets the document with the events out of a request, whatever it is wrapped in. The words of a problem never quote it. */
final class BodyDocument {

    private static final Pattern COMPACT_JWS = Pattern.compile("[A-Za-z0-9_-]+\\.([A-Za-z0-9_-]+)\\.[A-Za-z0-9_-]*");

    private BodyDocument() {}

    /** @param limit greatest size in bytes of what a compressed body may become */
    static Parsed<JsonNode> of(BodyFormat format, InboundRequest request, int limit) {
        return outer(format, request, limit).then(whole -> {
            Pointer at = format.at();
            return at == null ? Parsed.of(whole) : inner(at.in(whole, whole), format.coding());
        });
    }

    private static Parsed<JsonNode> outer(BodyFormat format, InboundRequest request, int limit) {
        return plain(request, limit).then(body -> switch (format.outer()) {
            case JSON -> JsonBody.parse(body);
            case FORM -> FormBody.parse(body);
        });
    }

    private static Parsed<byte[]> plain(InboundRequest request, int limit) {
        String coding =
                String.join(",", request.header("content-encoding")).strip().toLowerCase(Locale.ROOT);
        return switch (coding) {
            case "", "identity" -> Parsed.of(request.body());
            case "gzip", "x-gzip" -> Gzip.inflate(request.body(), limit);
            default -> Parsed.wrong("a content coding that is not understood");
        };
    }

    private static Parsed<JsonNode> inner(JsonNode node, Coding coding) {
        if (!node.isTextual()) {
            return Parsed.wrong("no text where the document should be");
        }
        String text = node.textValue();
        return switch (coding) {
            case PLAIN -> JsonBody.parse(text);
            case BASE64 -> base64(text).then(JsonBody::parse);
            case JWS -> {
                var compact = COMPACT_JWS.matcher(text);
                yield compact.matches() ? base64(compact.group(1)).then(JsonBody::parse) : Parsed.wrong("no JWS");
            }
        };
    }

    private static Parsed<byte[]> base64(String text) {
        boolean url = text.indexOf('-') >= 0 || text.indexOf('_') >= 0;
        try {
            return Parsed.of((url ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(text));
        } catch (IllegalArgumentException e) {
            // Not in either alphabet, or of a length no encoder makes.
            return Parsed.wrong("not base64");
        }
    }
}

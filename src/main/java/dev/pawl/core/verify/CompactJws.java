package dev.pawl.core.verify;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.json.WrittenJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON Web Signature in its compact form (RFC 7515), taken apart; nothing in it is checked yet. */
final class CompactJws {

    private final WrittenJson header;
    private final String headerText;
    private final String payloadText;
    private final byte[] signature;

    private CompactJws(WrittenJson header, String headerText, String payloadText, byte[] signature) {
        this.header = header;
        this.headerText = headerText;
        this.payloadText = payloadText;
        this.signature = signature;
    }

    /** Null for what is none. */
    static @Nullable CompactJws parse(String text) {
        int first = text.indexOf('.');
        int second = text.indexOf('.', first + 1);
        if (first < 1 || second < 0 || text.indexOf('.', second + 1) >= 0) {
            return null;
        }
        String headerText = text.substring(0, first);
        byte[] head = decoded(headerText);
        byte[] signature = decoded(text.substring(second + 1));
        WrittenJson header = head == null
                ? null
                : WrittenJson.parse(head).<@Nullable WrittenJson>fold(json -> json, problem -> null);
        return header == null || signature == null || !header.isObject()
                ? null
                : new CompactJws(header, headerText, text.substring(first + 1, second), signature);
    }

    private static byte @Nullable [] decoded(String text) {
        return text.indexOf('=') >= 0 ? null : SignatureEncoding.BASE64URL.decode(text);
    }

    static Pointer member(String name) {
        return new Pointer(false, List.of(name));
    }

    /** A member of the header; null where it is absent. */
    @Nullable
    String header(String name) {
        return header.text(member(name));
    }

    /** The certificates that come along, in base64. */
    List<String> certificates() {
        return header.texts(member("x5c"));
    }

    byte[] signature() {
        return signature;
    }

    /** What is signed. */
    List<byte[]> content() {
        return List.of((headerText + "." + payloadText).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The same signature, over a body that stands elsewhere; null where there is a payload of its own. */
    @Nullable
    CompactJws over(byte[] body) {
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(body);
        return payloadText.isEmpty() ? new CompactJws(header, headerText, text, signature) : null;
    }

    /** Null where the payload is no JSON object. */
    @Nullable
    WrittenJson claims() {
        byte[] payload = decoded(payloadText);
        WrittenJson claims = payload == null
                ? null
                : WrittenJson.parse(payload).<@Nullable WrittenJson>fold(json -> json, problem -> null);
        return claims == null || !claims.isObject() ? null : claims;
    }
}

package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.WrittenJson;
import dev.pawl.core.verify.RequestText.Complete;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes JSON Web Signatures that a rule believes. */
final class JwsWriter {

    private static final long LIFETIME_SECONDS = 300;

    private final JwsRule rule;
    private final RequestSigner.Pen pen;
    private final Instant now;

    JwsWriter(JwsRule rule, RequestSigner.Pen pen, Instant now) {
        this.rule = rule;
        this.pen = pen;
        this.now = now;
    }

    /** @param place where it will stand; what is there already, if anything, is what it says */
    Parsed<String> write(RequestScope scope, TextPart.Reference place, @Nullable SharedKey key) {
        JwsAlgorithm algorithm = rule.algorithms().get(0);
        String header = base64(header(algorithm));
        Found there = place instanceof TextPart.Json json ? json.read(scope) : Found.malformed();
        String payload = there.problem() == null ? said(there.text()) : claims(scope);
        String encoded = rule.detached() ? base64(scope.request().body()) : base64(payload);
        List<byte[]> content = List.of((header + "." + encoded).getBytes(StandardCharsets.ISO_8859_1));
        byte[] made = key == null ? null : SignatureCheck.expected(algorithm.algorithm(), key, content);
        byte[] signature = made == null ? pen.sign(algorithm.algorithm(), content) : made;
        return signature == null
                ? Parsed.wrong("only the provider can sign with " + algorithm.word())
                : Parsed.of(header + "." + (rule.detached() ? "" : encoded) + "." + base64(signature));
    }

    /** A document, or what an older signature at this place says. */
    private static String said(String text) {
        CompactJws before = CompactJws.parse(text);
        WrittenJson claims = before == null ? null : before.claims();
        return claims == null ? text : new String(claims.bytes(), StandardCharsets.UTF_8);
    }

    private String header(JwsAlgorithm algorithm) {
        String chain = pen.certificates().stream().map(WrittenJson::quoted).collect(Collectors.joining(","));
        return "{\"alg\":" + WrittenJson.quoted(algorithm.word()) + ",\"typ\":\"JWT\",\"kid\":"
                + WrittenJson.quoted(pen.keyId()) + (rule.chain() == null ? "" : ",\"x5c\":[" + chain + "]") + "}";
    }

    private String claims(RequestScope scope) {
        Map<String, String> claims = new TreeMap<>();
        claims.put("iat", Long.toString(now.getEpochSecond()));
        claims.put("exp", Long.toString(now.getEpochSecond() + LIFETIME_SECONDS));
        rule.claims().forEach((name, wanted) -> {
            if (wanted.get(0).in(scope) instanceof Complete complete) {
                claims.put(name, WrittenJson.quoted(complete.text()));
            }
        });
        JwsRule.BodyHash hash = rule.bodyHash();
        if (hash != null) {
            byte[] bytes = HashAlgorithm.SHA256.of(scope.request().body());
            claims.put(hash.claim(), WrittenJson.quoted(hash.encoding().encode(bytes)));
        }
        StringBuilder json = new StringBuilder("{");
        claims.forEach((name, value) -> json.append(json.length() > 1 ? "," : "")
                .append(WrittenJson.quoted(name))
                .append(':')
                .append(value));
        return json.append('}').toString();
    }

    private static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}

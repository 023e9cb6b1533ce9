package dev.pawl.core.verify;

import dev.pawl.core.verify.KeyRequest.Listed;
import dev.pawl.core.verify.RequestText.Complete;
import dev.pawl.core.verify.RequestText.Rendered;
import dev.pawl.core.verify.Verification.Reason;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to ask a provider for the key of a request. What the request says about it counts only within these bounds, and they
 * are looked at before anybody is asked.
 *
 * @param path on the whole path of the address; null: any
 * @param id which key; null: what the JWS says, or none
 * @param subjects the common names a certificate may bear; none: any
 */
public record KeyFetch(
        RequestText url,
        List<HostPattern> hosts,
        @Nullable Pattern path,
        String method,
        Map<String, RequestText> headers,
        @Nullable RequestText body,
        @Nullable RequestText id,
        @Nullable Listed listed,
        KeyFormat format,
        List<String> subjects,
        Duration cache) {

    /** The reference to the key's id in the texts of a fetch. */
    public static final String KID = "kid";

    /** Nothing that could end a JSON text or a header. */
    private static final Pattern PLAIN_ID = Pattern.compile("[A-Za-z0-9._~:/+=@-]{1,256}");

    public KeyFetch {
        hosts = List.copyOf(hosts);
        headers = Map.copyOf(headers);
        subjects = List.copyOf(subjects);
    }

    /** What to ask, or why nobody is asked. */
    record Prepared(@Nullable KeyRequest request, Reason problem) {
        private static Prepared not(Reason problem) {
            return new Prepared(null, problem);
        }
    }

    /** @param named the id a JWS gives; null: none */
    Prepared prepare(RequestScope scope, @Nullable String named) {
        String kid = named;
        if (id != null) {
            Rendered rendered = id.in(scope);
            if (!(rendered instanceof Complete complete)) {
                return Prepared.not(rendered.fold(all -> Reason.SIGNATURE_MISSING, reason -> reason));
            }
            kid = complete.text();
        }
        if (kid != null && !PLAIN_ID.matcher(kid).matches()) {
            return Prepared.not(Reason.CONDITION_UNMET);
        }
        RequestScope inText = kid == null ? scope : scope.with(KID, kid);
        RequestScope inAddress = kid == null ? scope : scope.with(KID, segment(kid));
        String known = kid == null ? "" : kid;
        return url.in(inAddress).fold(address -> prepare(address.text(), inText, known), Prepared::not);
    }

    private Prepared prepare(String address, RequestScope scope, String kid) {
        if (!isAllowed(address)) {
            return Prepared.not(Reason.CONDITION_UNMET);
        }
        Map<String, String> sent = new HashMap<>();
        for (Map.Entry<String, RequestText> header : headers.entrySet()) {
            Rendered value = header.getValue().in(scope);
            if (!(value instanceof Complete complete)) {
                return Prepared.not(value.fold(all -> Reason.SIGNATURE_MISSING, reason -> reason));
            }
            sent.put(header.getKey(), complete.text());
        }
        if (body == null) {
            return new Prepared(request(address, sent, null, kid), Reason.SIGNATURE_WRONG);
        }
        return body.in(scope)
                .fold(
                        text -> new Prepared(request(address, sent, text.text(), kid), Reason.SIGNATURE_WRONG),
                        Prepared::not);
    }

    private KeyRequest request(String address, Map<String, String> sent, @Nullable String text, String kid) {
        return new KeyRequest(method, address, sent, text, kid.isEmpty() ? null : kid, format, listed, subjects, cache);
    }

    private boolean isAllowed(String address) {
        URI uri = OutsideAddress.allowed(address, hosts);
        return uri != null && (path == null || path.matcher(uri.getRawPath()).matches());
    }

    /** As one segment of an address's path. */
    private static String segment(String kid) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : kid.getBytes(StandardCharsets.UTF_8)) {
            boolean plain =
                    (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '-' || b == '_';
            encoded.append(plain ? String.valueOf((char) b) : String.format("%%%02X", b));
        }
        return encoded.toString();
    }
}

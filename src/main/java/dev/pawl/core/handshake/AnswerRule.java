package dev.pawl.core.handshake;

import dev.pawl.core.verify.RequestMac;
import dev.pawl.core.verify.RequestScope;
import dev.pawl.core.verify.RequestText;
import dev.pawl.core.verify.Secret;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an answer is made from a request.
 *
 * @param headers texts by name, in order
 * @param mac what {@code {mac}} stands for; null: nothing
 */
public record AnswerRule(
        int status,
        Map<String, RequestText> headers,
        Content content,
        @Nullable RequestMac mac) {

    /** Enough for any challenge, too little to serve pages. */
    static final int LONGEST = 4_096;

    public AnswerRule {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /**
     * The answer; null where the request lacks something it needs, or holds something that must not be sent back.
     *
     * @param secret the one to prove knowledge of; null: there is none
     */
    public @Nullable Answer in(RequestScope scope, @Nullable Secret secret) {
        RequestScope complete = scope;
        if (mac != null) {
            String value = mac.in(scope, secret);
            if (value == null) {
                return null;
            }
            complete = scope.with(RequestMac.REFERENCE, value);
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (Map.Entry<String, RequestText> header : headers.entrySet()) {
            String value = rendered(header.getValue(), complete);
            if (value == null) {
                return null;
            }
            values.put(header.getKey(), value);
        }
        String body = content.in(complete);
        return body == null ? null : new Answer(status, values, body);
    }

    /** A text made from a request; null where it is not complete, too long or holds what could forge a line or a terminal. */
    static @Nullable String rendered(RequestText text, RequestScope scope) {
        String value = text.in(scope).<@Nullable String>fold(complete -> complete.text(), problem -> null);
        if (value == null || text.isConstant()) {
            return value;
        }
        boolean harmless = value.length() <= LONGEST && value.chars().noneMatch(Character::isISOControl);
        return harmless ? value : null;
    }
}

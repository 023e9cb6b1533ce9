package dev.pawl.ledger;

import dev.pawl.core.operation.DerivedId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Whose idempotency key it is, and for what.
 *
 * @param key the header's, unquoted
 */
public record CommandKey(String source, String caller, String type, String key) {

    /** Of the row that says that the key is taken. */
    public UUID id() {
        return DerivedId.of("claim", source, caller, type, key, "");
    }

    boolean isOfSameCallerAs(CommandKey other) {
        return source.equals(other.source) && caller.equals(other.caller);
    }

    /** Where its caller can read the operation. */
    public String path() {
        String segment = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
        return "/operations/" + source + '/' + type + '/' + segment;
    }
}

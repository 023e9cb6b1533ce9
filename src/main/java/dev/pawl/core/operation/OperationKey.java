package dev.pawl.core.operation;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a business operation. {@code key} is the provider's stable business id, never a delivery's. Parts are
 * compared code point by code point: no trimming, no case folding. An invalid key cannot exist.
 *
 * @param account the provider's account (and mode, where a source takes both); empty: the source's own
 */
public record OperationKey(String scope, String account, String type, String key) {

    public static final int MAX_KEY = 512;
    public static final int MAX_ACCOUNT = 255;
    public static final int MAX_TYPE = 64;

    /** @throws IllegalArgumentException when a part is blank, too long, or holds NUL or a lone surrogate */
    public OperationKey {
        require("scope", scope, MAX_TYPE);
        if (!account.isEmpty()) {
            require("account", account, MAX_ACCOUNT);
        }
        require("type", type, MAX_TYPE);
        require("key", key, MAX_KEY);
    }

    private static void require(String part, String value, int limit) {
        String problem = problemWith(value, limit);
        if (problem != null) {
            throw new IllegalArgumentException(part + " is " + problem);
        }
    }

    /** Why the text cannot be (part of) an identity, or null when it can: {@code blank}, {@code too long}, {@code malformed}. */
    public static @Nullable String problemWith(String value, int maxCodePoints) {
        if (value.isBlank()) {
            return "blank";
        }
        if (value.length() > maxCodePoints && value.codePointCount(0, value.length()) > maxCodePoints) {
            return "too long";
        }
        return isStorable(value) ? null : "malformed";
    }

    /** Whether PostgreSQL can keep the text as it is: no NUL, no lone surrogate (which would collapse into a replacement). */
    public static boolean isStorable(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == 0 || Character.isLowSurrogate(c)) {
                return false;
            }
            if (Character.isHighSurrogate(c)) {
                i++;
                if (i == value.length() || !Character.isLowSurrogate(value.charAt(i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The operation's id: the first 128 bits of SHA-256 over the length-prefixed parts, marked as a version 8 UUID
     * (RFC 9562). Derived, so that uniqueness rests on one narrow index and an id survives a restore.
     */
    public UUID id(int generation) {
        return DerivedId.of(scope, account, type, key, Integer.toString(generation));
    }
}

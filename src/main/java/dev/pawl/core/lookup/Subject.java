package dev.pawl.core.lookup;

import java.util.Map;

/**
 * What a question is about and who asks it.
 *
 * @param key the operation's, as it is stored: parts of a composite one are encoded
 * @param fields the operation's
 * @param token secret
 * @param config the source's named constants
 */
public record Subject(
        String key, String account, Map<String, String> fields, String token, Map<String, String> config) {

    public Subject {
        fields = Map.copyOf(fields);
        config = Map.copyOf(config);
    }

    /** Neither the token nor constants: they may be secret. */
    @Override
    public String toString() {
        return "Subject[" + key + "]";
    }
}

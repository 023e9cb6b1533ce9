package dev.pawl.core.handshake;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer, complete. Its headers hold one line each; what a stranger sent stands only in a body that no browser takes
 * for a page.
 *
 * @param headers values by name, in order
 */
public record Answer(int status, Map<String, String> headers, String body) {

    public Answer {
        headers = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
}

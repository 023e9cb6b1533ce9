package dev.pawl.intake;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code /operations/{source}/{type}} or {@code /operations/{source}/{type}/{key}}, read from the raw target: a key may hold
 * an encoded slash. A trailing slash changes nothing.
 *
 * @param key null: the path of new commands
 */
record CommandPath(String source, String type, @Nullable String key) {

    private static final String ROOT = "/operations/";

    static Optional<CommandPath> of(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (!path.startsWith(ROOT)) {
            return Optional.empty();
        }
        String[] parts = path.substring(ROOT.length()).split("/", -1);
        int count = parts[parts.length - 1].isEmpty() ? parts.length - 1 : parts.length;
        if (count < 2 || count > 3) {
            return Optional.empty();
        }
        String key = count == 3 ? decoded(parts[2]) : null;
        return count == 3 && key == null ? Optional.empty() : Optional.of(new CommandPath(parts[0], parts[1], key));
    }

    /** Null where it is not properly encoded. */
    private static @Nullable String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // A % without two digits: no key has such a path.
            return null;
        }
    }
}

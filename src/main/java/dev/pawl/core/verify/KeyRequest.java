package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.Pointer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to ask the provider for a key: https, a host the recipe allows, and nothing a sender could choose beyond that.
 * Redirects must not be followed.
 *
 * @param headers may hold secrets
 * @param body may hold secrets; null: none
 * @param id which key of those in the answer; null: any
 * @param subjects the common names a certificate may bear; none: any
 * @param cache how long the answer may be kept
 */
public record KeyRequest(
        String method,
        String url,
        Map<String, String> headers,
        @Nullable String body,
        @Nullable String id,
        KeyFormat format,
        @Nullable Listed listed,
        List<String> subjects,
        Duration cache) {

    /**
     * Where keys are in an answer that is JSON.
     *
     * @param each where the list is; null: the answer is one
     * @param id below that; null: a key has none
     */
    public record Listed(@Nullable Pointer each, @Nullable Pointer id, Pointer key) {}

    public KeyRequest {
        headers = Map.copyOf(headers);
        subjects = List.copyOf(subjects);
    }

    /** The same for every key of one answer: what an answer is to be kept under. */
    public KeyRequest document() {
        return new KeyRequest(method, url, headers, body, null, format, listed, subjects, cache);
    }

    /** The keys in an answer, or what is wrong with it. */
    public Parsed<KeySet> keysIn(byte[] answer) {
        return KeySet.read(format, listed, answer)
                .then(keys -> subjects.isEmpty() ? Parsed.of(keys) : keys.issuedTo(subjects));
    }

    /** Neither headers nor body: they may hold secrets. */
    @Override
    public String toString() {
        return "KeyRequest[" + method + " " + url + "]";
    }
}

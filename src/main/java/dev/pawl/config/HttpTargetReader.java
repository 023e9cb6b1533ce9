package dev.pawl.config;

import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectText;
import dev.pawl.core.outbound.SigningKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code http} of an effect: an application, or a chat that people read. */
final class HttpTargetReader {

    static final Set<String> KEYS = Set.of("url", "secret", "timeout", "rejectOn", "text");
    static final Duration TIMEOUT = Duration.ofSeconds(10);
    static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(5);
    private static final Set<Integer> REJECT_ON = Set.of(400, 410, 413, 422);

    private HttpTargetReader() {}

    /** Null, with the mistakes noted, where it is wrong. */
    static @Nullable HttpTarget read(ConfigNode node) {
        node.allow(KEYS, Set.of());
        URI url = url(node.at("url"));
        EffectText text = Meaning.optional(node.at("text"), EffectText::message);
        List<SigningKey> secrets = secrets(node.at("secret"), !node.at("text").isAbsent());
        Duration timeout = timeout(node.at("timeout"));
        Set<Integer> rejectOn = rejectOn(node.at("rejectOn"));
        return url == null ? null : new HttpTarget(url, secrets, timeout, rejectOn, text);
    }

    /** The new one and those it replaces; empty ones are skipped. Chat services check none. */
    private static List<SigningKey> secrets(ConfigNode node, boolean optional) {
        List<SigningKey> keys = new ArrayList<>();
        for (ConfigNode one : node.oneOrMore()) {
            String text = node.isList() ? one.text() : null;
            if (text == null || !text.isBlank()) {
                SigningKey key = EffectSecret.read(one);
                if (key != null) {
                    keys.add(key);
                }
            }
        }
        boolean none = node.isList() && keys.isEmpty();
        if ((node.isAbsent() && !optional) || none) {
            node.mistake(none ? "holds no secret" : "is missing", "what calls are signed with: whsec_… or text");
        }
        return keys;
    }

    /** The value is never shown: it may hold a password or a token. */
    private static @Nullable URI url(ConfigNode node) {
        String text = node.requiredText();
        if (text == null) {
            return null;
        }
        try {
            URI url = new URI(text);
            if (url.getRawUserInfo() != null) {
                node.mistake("must not hold a user or a password", "calls are signed with the effect's secret instead");
                return null;
            }
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null && url.getRawFragment() == null) {
                return url;
            }
        } catch (URISyntaxException e) {
            // Noted below, like every other address that cannot be called.
        }
        node.mistake("is not an absolute http or https address", "such as https://shop.internal/hooks");
        return null;
    }

    /** How long one attempt may take. */
    static Duration timeout(ConfigNode node) {
        Duration timeout = node.duration(TIMEOUT);
        if (timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            node.mistake("must be above nothing and at most 5m", Quantity.DURATIONS);
        }
        return timeout;
    }

    private static Set<Integer> rejectOn(ConfigNode node) {
        if (node.isAbsent()) {
            return REJECT_ON;
        }
        Set<Integer> statuses = new LinkedHashSet<>();
        node.items().forEach(item -> {
            if (item.isAbsent()) {
                item.mistake("is missing", null);
            }
            statuses.add(item.whole(400, 300, 599));
        });
        return statuses;
    }
}

package dev.pawl.config;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectRule.Target;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SigningKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code effects}: a list of rules, each with a name, a condition and the one place it goes to. */
final class EffectReader {

    static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");
    static final Set<String> KEYS =
            Set.of("name", "when", "http", "sql", "expectRows", "parkFor", "once", "maxAttempts", "backoff");
    private static final Set<String> LATER = Set.of("kafka", "repeat", "then", "verify", "formerly");
    static final Set<String> HTTP_KEYS = Set.of("url", "secret", "timeout", "rejectOn");
    static final Set<String> BACKOFF_KEYS = Set.of("first", "max");
    private static final Set<Integer> REJECT_ON = Set.of(400, 410, 413, 422);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(5);
    private static final RetrySchedule BACKOFF = new RetrySchedule(Duration.ofSeconds(1), Duration.ofHours(1));
    private static final int MAX_ATTEMPTS = 20;

    private final WhenReader when;
    private final SqlReader sql;
    private final Set<String> retired = new HashSet<>();

    EffectReader(Known known) {
        this.when = new WhenReader(known);
        this.sql = new SqlReader(known);
    }

    /** Names of effects that are gone on purpose; filled by {@link #read}. */
    Set<String> retired() {
        return retired;
    }

    List<EffectRule> read(ConfigNode node) {
        List<EffectRule> rules = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ConfigNode item : node.items()) {
            if (PawlFileReader.retired(item)) {
                String name = item.at("name").requiredText();
                retired.add(name == null ? "" : name);
                continue;
            }
            EffectRule rule = rule(item, names);
            if (rule != null) {
                rules.add(rule);
            }
        }
        return rules;
    }

    private @Nullable EffectRule rule(ConfigNode node, Set<String> names) {
        int before = node.mistakes().count();
        node.allow(KEYS, LATER);
        String name = name(node.at("name"), names);
        EffectRule.When condition = when.read(node.at("when"));
        boolean once = node.at("once").flag(false);
        int maxAttempts = node.at("maxAttempts").whole(MAX_ATTEMPTS, 1, 1_000);
        RetrySchedule backoff = backoff(node.at("backoff"));
        Target target = target(node, condition);
        return name == null || target == null || node.mistakes().count() > before
                ? null
                : new EffectRule(name, condition, target, once, maxAttempts, backoff);
    }

    private @Nullable Target target(ConfigNode node, EffectRule.When condition) {
        boolean isSql = !node.at("sql").isAbsent();
        if (isSql && !node.at("http").isAbsent()) {
            node.at("sql").mistake("stands beside http, but an effect goes to one place", "make two effects of it");
            return null;
        }
        if (isSql) {
            return sql.read(node, condition);
        }
        SqlReader.excluded(node);
        if (!node.at("http").isAbsent()) {
            return http(node.at("http"));
        }
        if (node.at("kafka").isAbsent()) {
            node.at("http").mistake("is missing", "where should the effect go? http or sql");
        }
        return null;
    }

    private static @Nullable String name(ConfigNode node, Set<String> names) {
        String name = node.requiredText();
        if (name == null) {
            return null;
        }
        if (!NAME.matcher(name).matches()) {
            node.mistake("is not a proper name of an effect", "lower-case letters, digits and -, at most 64");
        } else if (!names.add(name)) {
            node.mistake("is the name of another effect too", "names of effects are unique");
        }
        return name;
    }

    private static RetrySchedule backoff(ConfigNode node) {
        node.allow(BACKOFF_KEYS, Set.of());
        Duration first = node.at("first").duration(BACKOFF.first());
        Duration max = node.at("max").duration(BACKOFF.max());
        if (first.isZero() || max.compareTo(first) < 0) {
            node.mistake("must have a first pause above nothing and not above max", "first: 1s, max: 1h");
            return BACKOFF;
        }
        return new RetrySchedule(first, max);
    }

    private static @Nullable HttpTarget http(ConfigNode node) {
        node.allow(HTTP_KEYS, Set.of());
        URI url = url(node.at("url"));
        SigningKey secret = EffectSecret.read(node.at("secret"));
        Duration timeout = node.at("timeout").duration(TIMEOUT);
        if (timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            node.at("timeout").mistake("must be above nothing and at most 5m", Quantity.DURATIONS);
        }
        Set<Integer> rejectOn = rejectOn(node.at("rejectOn"));
        return url == null || secret == null ? null : new HttpTarget(url, secret, timeout, rejectOn);
    }

    /** The value is never shown: it may hold a password or a token. */
    private static @Nullable URI url(ConfigNode node) {
        String text = node.requiredText();
        if (text == null) {
            return null;
        }
        try {
            URI url = new URI(text);
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

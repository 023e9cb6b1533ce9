package dev.pawl.config;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.Target;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.RetrySchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code effects}: a list of rules, each with a name, a condition and the one place it goes to. */
final class EffectReader {

    static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");
    static final Set<String> KEYS = Set.of(
            "name",
            "when",
            "http",
            "sql",
            "kafka",
            "expectRows",
            "parkFor",
            "once",
            "maxAttempts",
            "backoff",
            "repeat",
            "verify",
            "then");
    private static final Set<String> LATER = Set.of("formerly");
    static final Set<String> BACKOFF_KEYS = Set.of("first", "max");
    private static final RetrySchedule BACKOFF = new RetrySchedule(Duration.ofSeconds(1), Duration.ofHours(1));
    private static final int MAX_ATTEMPTS = 20;

    private final WhenReader when;
    private final SqlReader sql;
    private final ThenReader then;
    private final Set<String> retired = new HashSet<>();

    EffectReader(Known known) {
        this.when = new WhenReader(known);
        this.sql = new SqlReader(known);
        this.then = new ThenReader(known);
    }

    /** Names of effects that are gone on purpose; filled by {@link #read}. */
    Set<String> retired() {
        return retired;
    }

    List<EffectRule> read(ConfigNode node) {
        List<EffectRule> rules = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Map<String, ConfigNode> places = new HashMap<>();
        for (ConfigNode item : node.items()) {
            if (PawlFileReader.retired(item)) {
                String name = item.at("name").requiredText();
                retired.add(name == null ? "" : name);
                continue;
            }
            EffectRule rule = rule(item, names);
            if (rule != null) {
                rules.add(rule);
                places.put(rule.name(), item);
            }
        }
        then.refuseCycles(rules, places);
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
        Repeat repeat = RepeatReader.read(node, target);
        Map<EffectRule.End, String> states = then.read(node.at("then"), condition);
        return name == null || target == null || node.mistakes().count() > before
                ? null
                : new EffectRule(name, condition, target, once, maxAttempts, backoff, repeat, states);
    }

    private @Nullable Target target(ConfigNode node, EffectRule.When condition) {
        List<String> given = Stream.of("http", "sql", "kafka")
                .filter(kind -> !node.at(kind).isAbsent())
                .toList();
        if (given.isEmpty()) {
            node.at("http").mistake("is missing", "where should the effect go? http, sql or kafka");
        }
        if (given.size() > 1) {
            node.at(given.get(1))
                    .mistake(
                            "stands beside " + given.get(0) + ", but an effect goes to one place",
                            "make two effects of it");
        }
        if (!given.contains("sql")) {
            SqlReader.excluded(node);
        }
        if (given.size() != 1) {
            return null;
        }
        return switch (given.get(0)) {
            case "http" -> HttpTargetReader.read(node.at("http"));
            case "sql" -> sql.read(node, condition);
            default -> KafkaTargetReader.read(node.at("kafka"));
        };
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
}

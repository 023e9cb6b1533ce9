package dev.pawl.config;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.verify.RequestText;
import dev.pawl.core.verify.TimestampRule;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code timestamp}: how old a request may be. */
final class TimestampReader {

    static final Set<String> KEYS = Set.of("from", "unit", "tolerance", "future");
    static final Set<String> FUTURE = Set.of("accept", "refuse");

    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final RecipeContext context;

    TimestampReader(RecipeContext context) {
        this.context = context;
    }

    /** Null where it is absent or, with a mistake, wrong. */
    @Nullable
    TimestampRule read(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(KEYS, Set.of());
        RequestText from = context.required(node.at("from"));
        if (from != null && !from.isOneReference()) {
            node.at("from").mistake("must be one reference", "such as {header:webhook-timestamp} or {sig:t}");
        }
        TimeFormat unit = Meaning.required(node.at("unit"), TimeFormat::parse);
        Duration tolerance = node.at("tolerance").duration(TOLERANCE);
        if (tolerance.isZero()) {
            node.at("tolerance").mistake("must be longer than nothing", Quantity.DURATIONS);
        }
        String future =
                node.at("future").isAbsent() ? "refuse" : node.at("future").word(FUTURE);
        return from == null || unit == null ? null : new TimestampRule(from, unit, tolerance, "accept".equals(future));
    }
}

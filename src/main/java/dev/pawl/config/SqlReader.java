package dev.pawl.config;

import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.EffectRule.When;
import dev.pawl.core.outbound.SqlStatement;
import dev.pawl.core.outbound.SqlValues;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads what makes an effect a statement in Pawl's own database: {@code sql}, {@code expectRows}, {@code parkFor}. */
final class SqlReader {

    private static final Duration PARK_FOR = Duration.ofHours(1);
    private static final int MOST_ROWS = 1_000_000;

    private final Known known;

    SqlReader(Known known) {
        this.known = known;
    }

    /**
     * Null, with a mistake noted, where the statement is wrong.
     *
     * @param node the effect
     */
    @Nullable
    SqlTarget read(ConfigNode node, When when) {
        int rows = node.at("expectRows").whole(0, 1, MOST_ROWS);
        Duration parkFor = node.at("parkFor").duration(PARK_FOR);
        if (!node.at("maxAttempts").isAbsent()) {
            node.at("maxAttempts")
                    .mistake(
                            "has no meaning beside sql, which is tried until it is done",
                            "remove it; parkFor says after how long a person is asked");
        }
        SqlStatement statement = statement(node.at("sql"));
        if (statement == null) {
            return null;
        }
        namesAreKnown(node.at("sql"), statement, when);
        return new SqlTarget(statement, node.at("expectRows").isAbsent() ? null : rows, parkFor);
    }

    /** For effects that are none of this. */
    static void excluded(ConfigNode node) {
        for (String key : Set.of("expectRows", "parkFor")) {
            if (!node.at(key).isAbsent()) {
                node.at(key).mistake("belongs to sql, which this effect does not have", "remove it");
            }
        }
    }

    private static @Nullable SqlStatement statement(ConfigNode node) {
        String text = node.requiredText();
        return text == null
                ? null
                : SqlStatement.parse(text).<@Nullable SqlStatement>fold(statement -> statement, problem -> {
                    node.mistake(problem, "one statement with named parameters, such as :key");
                    return null;
                });
    }

    private void namesAreKnown(ConfigNode node, SqlStatement statement, When when) {
        if (!known.complete()) {
            return;
        }
        Set<String> names = new TreeSet<>(known.fields(when.source(), when.type(), when.machine()));
        names.addAll(SqlValues.NAMES);
        for (String name : statement.parameters()) {
            if (!names.contains(name)) {
                node.mistake(
                        "has the parameter :" + name + ", but no operation this effect is for has such a field",
                        Nearest.hint(name, names));
            }
        }
    }
}

package dev.pawl.config;

import dev.pawl.core.verify.Condition;
import dev.pawl.core.verify.RequestText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads lists of conditions: {@code require} of a recipe, {@code when} of a handshake. */
final class ConditionReader {

    static final Set<String> KEYS = Set.of("from", "equals", "matches", "optional");

    private final RecipeContext context;

    ConditionReader(RecipeContext context) {
        this.context = context;
    }

    List<Condition> read(ConfigNode node) {
        List<Condition> conditions = new ArrayList<>();
        for (ConfigNode item : node.items()) {
            Condition condition = condition(item);
            if (condition != null) {
                conditions.add(condition);
            }
        }
        return conditions;
    }

    private @Nullable Condition condition(ConfigNode node) {
        node.allow(KEYS, Set.of());
        RequestText from = context.required(node.at("from"));
        boolean optional = node.at("optional").flag(false);
        boolean equals = !node.at("equals").isAbsent();
        boolean matches = !node.at("matches").isAbsent();
        if (equals && matches) {
            node.mistake("has both equals and matches", "two entries, if both must hold");
            return null;
        }
        if (equals) {
            RequestText to = context.required(node.at("equals"));
            return from == null || to == null ? null : Condition.equal(from, to, optional);
        }
        if (matches) {
            String regex = node.at("matches").requiredText();
            return from == null || regex == null
                    ? null
                    : Meaning.of(node.at("matches"), Condition.matching(from, regex, optional));
        }
        if (optional) {
            node.at("optional").mistake("leaves nothing to hold", "add equals or matches");
        }
        return from == null ? null : Condition.present(from);
    }
}

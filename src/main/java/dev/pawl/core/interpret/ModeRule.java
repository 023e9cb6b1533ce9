package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where an event says whether it is real.
 *
 * @param at the first one of which everything is present counts
 * @param values mode by text; any other text is invalid, never a default
 * @param absent what an event is that says nothing: {@code ANY} one is taken by every source and has no mode in its account;
 *     null: invalid
 */
public record ModeRule(List<Template> at, Map<String, Mode> values, Mode.@Nullable Accepted absent) {

    public ModeRule {
        at = List.copyOf(at);
        values = Map.copyOf(values);
    }

    /** @param test null: the opposite of a boolean {@code live} */
    public static Parsed<ModeRule> of(
            List<Template> at, String live, @Nullable String test, Mode.@Nullable Accepted absent) {
        String other = test == null ? opposite(live) : test;
        if (other == null) {
            return Parsed.wrong("say which value means test, too: { at: …, live: …, test: … }");
        }
        return live.equals(other)
                ? Parsed.wrong("live and test are the same value")
                : Parsed.of(new ModeRule(at, Map.of(live, Mode.LIVE, other, Mode.TEST), absent));
    }

    private static @Nullable String opposite(String live) {
        return switch (live) {
            case "true" -> "false";
            case "false" -> "true";
            default -> null;
        };
    }
}

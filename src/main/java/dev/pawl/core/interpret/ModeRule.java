package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where an event says whether it is real.
 *
 * @param values mode by text; any other text is invalid, never a default
 */
public record ModeRule(Template at, Map<String, Mode> values) {

    public ModeRule {
        values = Map.copyOf(values);
    }

    /** @param test null: the opposite of a boolean {@code live} */
    public static Parsed<ModeRule> of(Template at, String live, @Nullable String test) {
        String other = test == null ? opposite(live) : test;
        if (other == null) {
            return Parsed.wrong("say which value means test, too: { at: …, live: …, test: … }");
        }
        return live.equals(other)
                ? Parsed.wrong("live and test are the same value")
                : Parsed.of(new ModeRule(at, Map.of(live, Mode.LIVE, other, Mode.TEST)));
    }

    private static @Nullable String opposite(String live) {
        return switch (live) {
            case "true" -> "false";
            case "false" -> "true";
            default -> null;
        };
    }
}

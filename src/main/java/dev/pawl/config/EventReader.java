package dev.pawl.config;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.interpret.Mode;
import dev.pawl.core.interpret.ModeRule;
import dev.pawl.core.interpret.Template;
import dev.pawl.core.interpret.TimeRule;
import dev.pawl.core.json.EventPath;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code event} says.
 *
 * @param type empty where it is wrong, and for commands
 * @param mode null where it is not mapped, or wrong
 * @param mapsMode whether it is mapped, rightly or wrongly
 */
record EventReader(
        EventPath each,
        @Nullable Template id,
        List<Template> type,
        @Nullable TimeRule occurredAt,
        @Nullable Template account,
        @Nullable ModeRule mode,
        boolean mapsMode) {

    static final Set<String> TIME = Set.of("at", "unit");
    static final Set<String> MODE = Set.of("at", "live", "test", "absent");
    static final Set<String> KEYS = Set.of("each", "id", "type", "occurredAt", "account", "mode");

    /** @param typed whether there must be an event type; commands have none */
    static EventReader read(ConfigNode node, boolean typed) {
        node.allow(KEYS, Set.of());
        EventPath each = Meaning.optional(node.at("each"), EventPath::parse);
        return new EventReader(
                each == null ? EventPath.BODY : each,
                Meaning.optional(node.at("id"), Template::parse),
                typed ? type(node.at("type")) : List.of(),
                time(node.at("occurredAt")),
                Meaning.optional(node.at("account"), Template::parseIdentity),
                mode(node.at("mode")),
                !node.at("mode").isAbsent());
    }

    private static List<Template> type(ConfigNode node) {
        List<Template> type = Items.read(node.oneOrMore(), item -> Meaning.required(item, Template::parse));
        if (Items.none(node)) {
            node.mistake("is missing", "where an event says what happened, such as /type");
        }
        return type;
    }

    /** Where a time stands and how it is written; null where absent or, with the mistakes noted, where it is wrong. */
    static @Nullable TimeRule time(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(TIME, Set.of());
        Template at = Meaning.required(node.at("at"), Template::parse);
        TimeFormat unit = Meaning.required(node.at("unit"), TimeFormat::parse);
        return at == null || unit == null ? null : new TimeRule(at, unit);
    }

    private static @Nullable ModeRule mode(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(MODE, Set.of());
        List<Template> at = Items.read(node.at("at").oneOrMore(), item -> Meaning.required(item, Template::parse));
        if (Items.none(node.at("at"))) {
            node.at("at").mistake("is missing", "where an event says it, such as /livemode");
        }
        Mode.Accepted absent = node.at("absent").isAbsent() ? null : AcceptedReader.word(node.at("absent"));
        String live = node.at("live").value();
        String test = node.at("test").value();
        if (live == null) {
            node.at("live").mistake("is missing", "which value means live, such as \"true\"");
        }
        return at.isEmpty() || live == null ? null : Meaning.of(node, ModeRule.of(at, live, test, absent));
    }
}

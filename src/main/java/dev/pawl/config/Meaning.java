package dev.pawl.config;

import dev.pawl.core.Parsed;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads texts that have a meaning of their own: pointers, templates, time formats. */
final class Meaning {

    private Meaning() {}

    /** What a text means; null where it is absent or, with a mistake, where it means nothing. */
    static <T> @Nullable T optional(ConfigNode node, Function<String, Parsed<T>> parse) {
        String text = node.text();
        return text == null ? null : of(node, parse.apply(text));
    }

    /** As {@link #optional}, but absence is a mistake. */
    static <T> @Nullable T required(ConfigNode node, Function<String, Parsed<T>> parse) {
        if (node.isAbsent()) {
            node.mistake("is missing", null);
        }
        return optional(node, parse);
    }

    /** What was read already; null, with a mistake, where it means nothing. */
    static <T> @Nullable T of(ConfigNode node, Parsed<T> parsed) {
        if (parsed instanceof Parsed.Meant<T> meant) {
            return meant.value();
        }
        if (parsed instanceof Parsed.Wrong<T> wrong) {
            node.mistake("is wrong: " + safe(node, wrong.problem()), null);
        }
        return null;
    }

    /** A problem may quote the text; neither what a placeholder stands for nor a long text is for showing. */
    private static String safe(ConfigNode node, String problem) {
        String written = node.isText() ? node.json().textValue() : "";
        if (written.contains("${")) {
            return "the text it stands for does not fit here";
        }
        return written.isEmpty() ? problem : problem.replace(written, node.shown());
    }
}

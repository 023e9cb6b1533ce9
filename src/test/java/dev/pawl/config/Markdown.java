package dev.pawl.config;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pieces of Markdown. */
final class Markdown {

    private static final String LONGER_THAN_A_LINE = "\n";

    private Markdown() {}

    /** A text as it is typed, also where it holds backticks; line ends are shown as {@code \n}. */
    static String code(String text) {
        String shown = text.replace(LONGER_THAN_A_LINE, "\\n");
        return shown.contains("`") ? "`` " + shown + " ``" : "`" + shown + "`";
    }

    static String codes(Stream<String> texts) {
        return texts.map(Markdown::code).collect(Collectors.joining(", "));
    }

    /** Words with commas and an "and". */
    static String listed(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    /** A row of a table; a bar inside a cell would end it, in code too. */
    static String row(String... cells) {
        return Stream.of(cells)
                .map(cell -> cell.replace("|", "\\|").replace(LONGER_THAN_A_LINE, " "))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** The head of a table. */
    static String head(String... cells) {
        return row(cells) + Stream.of(cells).map(cell -> "---").collect(Collectors.joining("|", "|", "|\n"));
    }

    /** A block of code; nothing in it ends it. */
    static String block(String language, String text) {
        return "```" + language + "\n" + text.stripTrailing() + "\n```\n";
    }
}

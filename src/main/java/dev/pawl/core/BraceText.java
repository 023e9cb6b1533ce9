package dev.pawl.core;

import java.util.ArrayList;
import java.util.List;

/**
 * A text with references in braces, such as {@code {sig:t}.{body}}, taken apart. Outside a reference a doubled brace stands
 * for a literal one.
 */
public final class BraceText {

    /**
     * One piece.
     *
     * @param reference whether it stood in braces (which are left out); otherwise it is literal
     */
    public record Piece(boolean reference, String text) {}

    private BraceText() {}

    /** The pieces in order; literal ones are never empty. */
    public static Parsed<List<Piece>> parse(String text) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean doubled = at + 1 < text.length() && text.charAt(at + 1) == c;
            if ((c != '{' && c != '}') || doubled) {
                literal.append(c);
                at += c == '{' || c == '}' ? 2 : 1;
                continue;
            }
            int close = text.indexOf('}', at);
            if (c == '}' || close < 0) {
                return Parsed.wrong((c == '}' ? "} without {: " : "{ without }: ") + text);
            }
            add(pieces, literal);
            pieces.add(new Piece(true, text.substring(at + 1, close)));
            at = close + 1;
        }
        add(pieces, literal);
        return Parsed.of(List.copyOf(pieces));
    }

    private static void add(List<Piece> pieces, StringBuilder literal) {
        if (!literal.isEmpty()) {
            pieces.add(new Piece(false, literal.toString()));
            literal.setLength(0);
        }
    }
}

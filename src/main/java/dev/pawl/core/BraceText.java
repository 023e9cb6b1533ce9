package dev.pawl.core;

import java.util.ArrayList;
import java.util.List;

/** A text with references in braces, such as {@code {sig:t}.{body}}, taken apart. */
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
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            String literal = text.substring(at, open < 0 ? text.length() : open);
            if (literal.indexOf('}') >= 0) {
                return Parsed.wrong("} without {: " + text);
            }
            if (!literal.isEmpty()) {
                pieces.add(new Piece(false, literal));
            }
            int close = open < 0 ? text.length() : text.indexOf('}', open);
            if (close < 0) {
                return Parsed.wrong("{ without }: " + text);
            }
            if (open >= 0) {
                pieces.add(new Piece(true, text.substring(open + 1, close)));
            }
            at = close + 1;
        }
        return Parsed.of(List.copyOf(pieces));
    }
}

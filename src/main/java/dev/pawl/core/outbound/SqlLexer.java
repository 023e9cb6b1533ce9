package dev.pawl.core.outbound;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts an SQL text into the tokens of PostgreSQL, as far as they decide where a parameter can stand.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-syntax-lexical.html">PostgreSQL, lexical structure</a>
 */
final class SqlLexer {

    enum Kind {
        /** White space and comments. */
        SPACE,
        WORD,
        QUOTED_NAME,
        STRING,
        NUMBER,
        /** {@code $1} */
        POSITION,
        /** {@code ::} and {@code :=} */
        COLONS,
        COLON,
        OPEN,
        CLOSE,
        SEMICOLON,
        OTHER,
        /** A string, a quoted name or a comment that never ends. */
        UNFINISHED
    }

    /** @param end where the next token begins */
    record Token(Kind kind, int start, int end) {
        String of(String sql) {
            return sql.substring(start, end);
        }
    }

    private static final Pattern SPACE = Pattern.compile("[ \\t\\n\\r\\f\\x0B]+|--[^\\n\\r]*");
    private static final Pattern WORD =
            Pattern.compile("[A-Za-z_\\x{80}-\\x{10FFFF}][A-Za-z0-9_$\\x{80}-\\x{10FFFF}]*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Pattern POSITION = Pattern.compile("\\$[0-9]+");
    private static final Pattern DOLLAR_QUOTE =
            Pattern.compile("\\$([A-Za-z_\\x{80}-\\x{10FFFF}][A-Za-z0-9_\\x{80}-\\x{10FFFF}]*)?\\$");
    private static final Pattern ESCAPED = Pattern.compile("[eE]'");
    private static final Pattern UNICODE = Pattern.compile("[uU]&(?=['\"])");
    /** Two strings with nothing between them but white space with a line's end are one, with the escapes of the first. */
    private static final Pattern CONTINUED = Pattern.compile(
            "(?:[ \\t\\f\\x0B]+|--[^\\n\\r]*)*[\\n\\r](?:[ \\t\\n\\r\\f\\x0B]+|--[^\\n\\r]*[\\n\\r])*'");

    private SqlLexer() {}

    /** The token that begins there; {@code at} is before the end of the text. */
    static Token next(String sql, int at) {
        if (sql.startsWith("/*", at)) {
            return token(Kind.SPACE, at, commentEnd(sql, at));
        }
        int end = end(SPACE, sql, at);
        if (end > at) {
            return new Token(Kind.SPACE, at, end);
        }
        if (end(ESCAPED, sql, at) > at) {
            return token(Kind.STRING, at, escapedEnd(sql, at + 2));
        }
        int unicode = end(UNICODE, sql, at);
        if (sql.charAt(unicode) == '\'') {
            return token(Kind.STRING, at, quotedEnd(sql, unicode));
        }
        if (sql.charAt(unicode) == '"') {
            return token(Kind.QUOTED_NAME, at, quotedEnd(sql, unicode));
        }
        end = end(DOLLAR_QUOTE, sql, at);
        if (end > at) {
            String tag = sql.substring(at, end);
            int close = sql.indexOf(tag, end);
            return token(Kind.STRING, at, close < 0 ? -1 : close + tag.length());
        }
        return simple(sql, at);
    }

    private static Token simple(String sql, int at) {
        int word = end(WORD, sql, at);
        if (word > at) {
            return new Token(Kind.WORD, at, word);
        }
        int number = end(NUMBER, sql, at);
        if (number > at) {
            return new Token(Kind.NUMBER, at, number);
        }
        int position = end(POSITION, sql, at);
        if (position > at) {
            return new Token(Kind.POSITION, at, position);
        }
        if (sql.startsWith("::", at) || sql.startsWith(":=", at)) {
            return new Token(Kind.COLONS, at, at + 2);
        }
        Kind kind = switch (sql.charAt(at)) {
            case ':' -> Kind.COLON;
            case '(', '[' -> Kind.OPEN;
            case ')', ']' -> Kind.CLOSE;
            case ';' -> Kind.SEMICOLON;
            default -> Kind.OTHER;
        };
        return new Token(kind, at, at + 1);
    }

    private static Token token(Kind kind, int start, int end) {
        return end < 0 ? new Token(Kind.UNFINISHED, start, start + 1) : new Token(kind, start, end);
    }

    /** Where a match that begins there ends; {@code at} when there is none. */
    private static int end(Pattern pattern, String sql, int at) {
        Matcher matcher = pattern.matcher(sql).region(at, sql.length()).useTransparentBounds(true);
        return matcher.lookingAt() ? matcher.end() : at;
    }

    /** Comments nest. */
    private static int commentEnd(String sql, int start) {
        int depth = 0;
        for (int at = start; at < sql.length(); ) {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
                if (depth == 0) {
                    return at;
                }
            } else {
                at++;
            }
        }
        return -1;
    }

    /** A quote inside is doubled. */
    private static int quotedEnd(String sql, int start) {
        char quote = sql.charAt(start);
        for (int at = start + 1; at < sql.length(); at++) {
            if (sql.charAt(at) == quote) {
                if (at + 1 == sql.length() || sql.charAt(at + 1) != quote) {
                    return at + 1;
                }
                at++;
            }
        }
        return -1;
    }

    /** A backslash takes the next character with it. */
    private static int escapedEnd(String sql, int start) {
        int at = start;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            boolean doubled = c == '\'' && sql.startsWith("''", at);
            if (c == '\\' || doubled) {
                at += 2;
            } else if (c != '\'') {
                at++;
            } else {
                int more = end(CONTINUED, sql, at + 1);
                if (more == at + 1) {
                    return at + 1;
                }
                at = more;
            }
        }
        return -1;
    }
}

package dev.pawl.core.outbound;

import dev.pawl.core.Parsed;
import dev.pawl.core.outbound.SqlLexer.Kind;
import dev.pawl.core.outbound.SqlLexer.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One SQL statement with named parameters, rewritten for PostgreSQL: {@code :name} becomes {@code ($n::text)}, so that
 * every value is bound as text and never pasted in; a cast that follows applies to it. Two names are more than text:
 * {@code :occurredAt} is a {@code timestamptz}, {@code :operation} a {@code jsonb}. A name that is no SQL word is quoted,
 * {@code :"order-id"}.
 *
 * @param text with {@code $1}, {@code $2}, …
 * @param parameters the names in the order of their numbers; one that is written twice has one number
 */
public record SqlStatement(String text, List<String> parameters) {

    private static final Map<String, String> TYPES = Map.of("occurredAt", "timestamptz", "operation", "jsonb");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*|\"([A-Za-z0-9_-]+)\"");
    private static final Pattern REST = Pattern.compile(
            "[$\\x{80}-\\x{10FFFF}][A-Za-z0-9_$\\x{80}-\\x{10FFFF}]*|\\.[A-Za-z_*\"\\x{80}-\\x{10FFFF}]");
    private static final Set<String> BEGINNINGS =
            Set.of("insert", "update", "delete", "merge", "select", "with", "call");
    private static final Set<String> TRANSACTION = Set.of(
            "begin",
            "start",
            "commit",
            "end",
            "rollback",
            "abort",
            "savepoint",
            "release",
            "prepare",
            "set",
            "reset",
            "discard",
            "lock");
    /** Words after which an operand begins: a colon there is a parameter's, also between brackets. */
    private static final Set<String> BEFORE_OPERANDS = Set.of(
            "all",
            "and",
            "any",
            "between",
            "by",
            "case",
            "distinct",
            "else",
            "from",
            "ilike",
            "in",
            "is",
            "like",
            "not",
            "or",
            "select",
            "similar",
            "some",
            "then",
            "to",
            "when",
            "where");

    public SqlStatement {
        parameters = List.copyOf(parameters);
    }

    /** The statement, or what is wrong with it, in words for whoever wrote it. */
    public static Parsed<SqlStatement> parse(String written) {
        List<Token> tokens = new ArrayList<>();
        for (int at = 0;
                at < written.length();
                at = tokens.get(tokens.size() - 1).end()) {
            tokens.add(SqlLexer.next(written, at));
        }
        String problem = problem(written, tokens);
        return problem == null ? rewritten(written, tokens) : Parsed.wrong(problem);
    }

    private static @Nullable String problem(String sql, List<Token> tokens) {
        String first = null;
        boolean ended = false;
        for (Token token : tokens) {
            if (token.kind() == Kind.SPACE) {
                continue;
            }
            if (ended) {
                return "is more than one statement";
            }
            if (token.kind() == Kind.UNFINISHED) {
                return "has a string, name or comment that does not end; it begins in line " + line(sql, token);
            }
            if (token.kind() == Kind.POSITION) {
                return "has the position " + token.of(sql) + "; parameters are named, such as :key";
            }
            ended = token.kind() == Kind.SEMICOLON;
            first = first == null ? token.of(sql).toLowerCase(Locale.ROOT) : first;
        }
        if (first == null || first.equals(";")) {
            return "is empty";
        }
        if (sql.indexOf('\0') >= 0) {
            return "has a NUL character";
        }
        if (TRANSACTION.contains(first)) {
            return "begins with " + first + ", but the transaction is Pawl's";
        }
        return BEGINNINGS.contains(first)
                ? null
                : "must begin with insert, update, delete, merge, select, with or call";
    }

    private static long line(String sql, Token token) {
        return 1
                + sql.substring(0, token.start()).chars().filter(c -> c == '\n').count();
    }

    private static Parsed<SqlStatement> rewritten(String sql, List<Token> tokens) {
        StringBuilder text = new StringBuilder();
        List<String> names = new ArrayList<>();
        Deque<Character> open = new ArrayDeque<>();
        boolean afterOperand = false;
        int at = 0;
        for (Token token : tokens) {
            if (token.kind() == Kind.SEMICOLON) {
                break;
            }
            if (token.start() < at) {
                continue;
            }
            at = token.end();
            boolean slice = afterOperand && !open.isEmpty() && open.peek() == '[';
            Matcher name = NAME.matcher(sql).region(at, sql.length());
            if (token.kind() == Kind.COLON && !slice && name.lookingAt()) {
                text.append(placeholder(name.group(1) == null ? name.group() : name.group(1), names));
                at = name.end();
                String more = name.group(1) == null ? more(sql, at) : "";
                if (!more.isEmpty()) {
                    return Parsed.wrong("has :" + name.group() + more + ", which is no parameter; a name is letters,"
                            + " digits and _, or quoted");
                }
                afterOperand = true;
                continue;
            }
            if (token.kind() == Kind.COLON && !slice && !mayStandAlone(open.peek(), afterOperand)) {
                return Parsed.wrong("has a colon without a parameter's name behind it in line " + line(sql, token));
            }
            text.append(token.of(sql));
            if (token.kind() == Kind.OPEN) {
                open.push(sql.charAt(token.start()));
            } else if (token.kind() == Kind.CLOSE) {
                open.poll();
            }
            afterOperand = token.kind() == Kind.SPACE ? afterOperand : endsOperand(sql, token);
        }
        return Parsed.of(new SqlStatement(text.toString().strip(), names));
    }

    /** What follows a name without a gap, and would be taken for an alias or a column; empty where nothing does. */
    private static String more(String sql, int at) {
        Matcher rest = REST.matcher(sql).region(at, sql.length());
        return rest.lookingAt() ? rest.group() : "";
    }

    /** As an open slice does, {@code a[:]}, and a member of {@code json_object('a': b)}. */
    private static boolean mayStandAlone(@Nullable Character open, boolean afterOperand) {
        return open != null && (open == '[' || afterOperand);
    }

    private static String placeholder(String name, List<String> names) {
        if (!names.contains(name)) {
            names.add(name);
        }
        String bound = "($" + (names.indexOf(name) + 1) + "::text)";
        String type = TYPES.get(name);
        return type == null ? bound : "(" + bound + "::" + type + ")";
    }

    private static boolean endsOperand(String sql, Token token) {
        return switch (token.kind()) {
            case WORD -> !BEFORE_OPERANDS.contains(token.of(sql).toLowerCase(Locale.ROOT));
            case QUOTED_NAME, STRING, NUMBER, POSITION, CLOSE -> true;
            case SPACE, COLONS, COLON, OPEN, SEMICOLON, OTHER, UNFINISHED -> false;
        };
    }
}

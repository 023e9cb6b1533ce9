package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.support.PostgresResource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** PostgreSQL itself says whether a text was understood: how many parameters it finds in what was made of it. */
class SqlStatementOnPostgresTest {

    /** Expressions over {@link #FROM}, and the parameters in them. Everything else that looks like one is none. */
    private record Piece(String text, List<String> names) {
        static Piece of(String text, String... names) {
            return new Piece(text, List.of(names));
        }
    }

    private static final List<Piece> PIECES = List.of(
            Piece.of(":key", "key"),
            Piece.of(":amount::int + 1", "amount"),
            Piece.of("-:amount ::numeric", "amount"),
            Piece.of(":occurredAt::date", "occurredAt"),
            Piece.of(":operation->'fields'->>:key", "operation", "key"),
            Piece.of(":operation @> '{\":id\":1}' ", "operation"),
            Piece.of(":\"order-id\" || :id", "order-id", "id"),
            Piece.of("'it''s :x'"),
            Piece.of("'\\'"),
            Piece.of("E'\\':x'"),
            Piece.of("E'\\\\'\n':x'"),
            Piece.of("E'a'\n -- '\n '\\':x'"),
            Piece.of("e''''"),
            Piece.of("U&'\\0041:x'"),
            Piece.of("U&'!0041:x' uescape '!'"),
            Piece.of("B'01'"),
            Piece.of("$$ :x ' $$"),
            Piece.of("$a$ $$ :x $b$ $a$"),
            Piece.of("$ä$ :x $ä$"),
            Piece.of("t.\":x\""),
            Piece.of("t.a$b$"),
            Piece.of("t.a$b$ /* $b$ */"),
            Piece.of("arr[1:2]"),
            Piece.of("arr[low:high]"),
            Piece.of("arr [ low : high ]"),
            Piece.of("arr[:amount::int]", "amount"),
            Piece.of("arr[:amount::int:high]", "amount"),
            Piece.of("arr[low: :amount::int]", "amount"),
            Piece.of("arr[:]"),
            Piece.of("arr[low:]"),
            Piece.of("arr[(case when true then :amount::int end):high]", "amount"),
            Piece.of("arr[case when true then :amount::int else :seq::int end]", "amount", "seq"),
            Piece.of("array[:key,:id]", "key", "id"),
            Piece.of("make_date(year := :amount::int, month:=:amount::int, day:=1)", "amount"),
            Piece.of("1.5e-3::text"),
            Piece.of("3-:amount::int*/* :x */-- :x\n.5", "amount"),
            Piece.of("low/* a /* :x */ ' */+:amount::int", "amount"));

    private static final List<String> BETWEEN = List.of(",", " ,\n", ", -- ' :x $$\n", "/* ' /* :x */ $$ */,");

    private static final String FROM =
            " from (select array[1,2,3] as arr, 1 as low, 2 as high, 3 as \":x\", 4 as a$b$) t";

    @Test
    void everyTextHasTheParametersPostgresFindsInIt() throws SQLException {
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            // Otherwise the JDBC driver reads the text first, with a lexer of its own.
            statement.execute(
                    "create function pg_temp.run(text) returns void language plpgsql as" + " 'begin execute $1; end'");
            List<String> wrong = new ArrayList<>();
            for (Piece first : PIECES) {
                for (Piece second : PIECES) {
                    for (String between : BETWEEN) {
                        Set<String> names = new LinkedHashSet<>(first.names());
                        names.addAll(second.names());
                        String text = "select " + first.text() + between + second.text() + FROM;
                        String found = found(statement, text, names);
                        if (!found.equals(names.size() + " text")) {
                            wrong.add(text + " ⇒ " + found);
                        }
                    }
                }
            }
            assertThat(wrong).isEmpty();
        }
    }

    private static String found(Statement statement, String written, Set<String> names) {
        SqlStatement parsed = SqlStatement.parse(written).fold(read -> read, problem -> {
            throw new AssertionError(written + ": " + problem);
        });
        if (!List.copyOf(names).equals(parsed.parameters())) {
            return parsed.parameters().toString();
        }
        try (PreparedStatement prepare =
                statement.getConnection().prepareStatement("select pg_temp.run('prepare tried as ' || ?)")) {
            prepare.setString(1, parsed.text());
            prepare.execute();
            try (ResultSet row = statement.executeQuery(
                    "select cardinality(parameter_types) || ' text' from pg_prepared_statements where name = 'tried'"
                            + " and 'text'::regtype = all(parameter_types)")) {
                return row.next() ? row.getString(1) : "not all are text";
            } finally {
                statement.execute("deallocate tried");
            }
        } catch (SQLException e) {
            return parsed.text() + ": " + e.getMessage();
        }
    }
}

package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlStatementTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            select :key                                 | select ($1::text)
            select :amount::int                         | select ($1::text)::int
            select :occurredAt                          | select (($1::text)::timestamptz)
            select :occurredAt::date                    | select (($1::text)::timestamptz)::date
            select :operation ->> 'state'               | select (($1::text)::jsonb) ->> 'state'
            select :key, :key, :id                      | select ($1::text), ($1::text), ($2::text)
            select :"order-id"                          | select ($1::text)
            select:key                                  | select($1::text)
            select 1 where 'a'=:key                     | select 1 where 'a'=($1::text)
            select f(a := :key)                         | select f(a := ($1::text))
            select f(a:=:key)                           | select f(a:=($1::text))
            select now()::date, :key                    | select now()::date, ($1::text)
            select ':key', :id                          | select ':key', ($1::text)
            select 'it''s :key', :id                    | select 'it''s :key', ($1::text)
            select 'a\\', :id                           | select 'a\\', ($1::text)
            select E'a\\':key', :id                     | select E'a\\':key', ($1::text)
            select e'\\\\', :id                         | select e'\\\\', ($1::text)
            select E'a''\\':key', :id                   | select E'a''\\':key', ($1::text)
            select name'x\\', :id                       | select name'x\\', ($1::text)
            select U&'\\0441:key', :id                  | select U&'\\0441:key', ($1::text)
            select u&":key" from t where x = :id        | select u&":key" from t where x = ($1::text)
            select B'1', x':key', :id                   | select B'1', x':key', ($1::text)
            select $$ :key ' $$, :id                    | select $$ :key ' $$, ($1::text)
            select $a$ :key $$ $b$ $a$, :id             | select $a$ :key $$ $b$ $a$, ($1::text)
            select a$b$c, :id, d$b$e                    | select a$b$c, ($1::text), d$b$e
            select $ä$ :key $ä$, :id                    | select $ä$ :key $ä$, ($1::text)
            select ":key", "a"":key", :id               | select ":key", "a"":key", ($1::text)
            select /* :key */ :id                       | select /* :key */ ($1::text)
            select /* a /* :key */ ' */ :id             | select /* a /* :key */ ' */ ($1::text)
            select 1 */* :key */ :id::int               | select 1 */* :key */ ($1::text)::int
            select tags[1:2], :id                       | select tags[1:2], ($1::text)
            select tags[low:high], :id                  | select tags[low:high], ($1::text)
            select tags[ low : high ], :id              | select tags[ low : high ], ($1::text)
            select tags[(1):x], tags[x[1]:y], :id       | select tags[(1):x], tags[x[1]:y], ($1::text)
            select tags[:seq::int]                      | select tags[($1::text)::int]
            select tags[:seq::int:high]                 | select tags[($1::text)::int:high]
            select tags[1: :seq::int]                   | select tags[1: ($1::text)::int]
            select tags["a":"b"], :id                   | select tags["a":"b"], ($1::text)
            select array[:key, :id]                     | select array[($1::text), ($2::text)]
            select array[case when true then :key end]  | select array[case when true then ($1::text) end]
            select tags[length(:key):x]                 | select tags[length(($1::text)):x]
            select '{}'::jsonb ? :key                   | select '{}'::jsonb ? ($1::text)
            select :operation @> '{"a":1}' and :id='x'  | select (($1::text)::jsonb) @> '{"a":1}' and ($2::text)='x'
            select :operation #>> '{a,b}', 1.5e-3, .5   | select (($1::text)::jsonb) #>> '{a,b}', 1.5e-3, .5
            select 1;                                   | select 1
            select 1 ; /* that is all */ -- really      | select 1
            WITH x AS (SELECT 1) INSERT INTO t SELECT   | WITH x AS (SELECT 1) INSERT INTO t SELECT
            select a ::text, b:: text, :id              | select a ::text, b:: text, ($1::text)
            select a-:seq::int, 3-:seq::int             | select a-($1::text)::int, 3-($1::text)::int
            select json_object('a': :key, 'b' : 1)      | select json_object('a': ($1::text), 'b' : 1)
            select tags[:], tags[1:], :keyword, :key_2  | select tags[:], tags[1:], ($1::text), ($2::text)
            select (:operation).x, :key .5              | select ((($1::text)::jsonb)).x, ($2::text) .5
            select /*/ :key */ 1 */ :id                 | select /*/ :key */ 1 */ ($1::text)
            select $ä_1$ :key $ä$ $ä_1$, :id            | select $ä_1$ :key $ä$ $ä_1$, ($1::text)
            select $$a$$:key                            | select $$a$$($1::text)
            """)
    void namedParametersBecomePositions(String written, String text) {
        assertThat(parsed(written).text()).isEqualTo(text);
    }

    @Test
    void aLineCommentEndsWithItsLine() {
        assertThat(parsed("select 1 -- it's :key\n, :id").text()).isEqualTo("select 1 -- it's :key\n, ($1::text)");
        assertThat(parsed("select 1 --\r, :id").text()).isEqualTo("select 1 --\r, ($1::text)");
    }

    @Test
    void aStringContinuedInTheNextLineKeepsItsEscapes() {
        assertThat(parsed("select E'a' -- and\n  'b\\':key', :id").text())
                .isEqualTo("select E'a' -- and\n  'b\\':key', ($1::text)");
        assertThat(parsed("select E'a' 'b\\', :id").text()).isEqualTo("select E'a' 'b\\', ($1::text)");
        assertThat(parsed("select 'a'\n'b\\', :id").text()).isEqualTo("select 'a'\n'b\\', ($1::text)");
    }

    @Test
    void parametersAreListedInTheOrderOfTheirNumbers() {
        assertThat(parsed(
                                "update orders set paid_at = :occurredAt, raw = :operation where ref = :key and id <> :\"order-id\""
                                        + " and :key <> ''")
                        .parameters())
                .containsExactly("occurredAt", "operation", "key", "order-id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                                     | is empty
            -- nothing                             | is empty
            ;                                      | is empty
            select 1; select 2                     | is more than one statement
            select 1;;                             | is more than one statement
            update t set a = 1; commit             | is more than one statement
            select $1                              | has the position $1; parameters are named, such as :key
            begin                                  | begins with begin, but the transaction is Pawl's
            COMMIT                                 | begins with commit, but the transaction is Pawl's
            rollback to savepoint a                | begins with rollback, but the transaction is Pawl's
            /* a */ savepoint a                    | begins with savepoint, but the transaction is Pawl's
            set local lock_timeout = 0             | begins with set, but the transaction is Pawl's
            truncate orders                        | must begin with insert, update, delete, merge, select, with or call
            do $$ begin end $$                     | must begin with insert, update, delete, merge, select, with or call
            (select 1)                             | must begin with insert, update, delete, merge, select, with or call
            select 'a                              | has a string, name or comment that does not end; it begins in line 1
            select E'a\\'                          | has a string, name or comment that does not end; it begins in line 1
            select $a$ $b$                         | has a string, name or comment that does not end; it begins in line 1
            select "a                              | has a string, name or comment that does not end; it begins in line 1
            select :keyä                           | has :keyä, which is no parameter; a name is letters, digits and _, or quoted
            select :key$1                          | has :key$1, which is no parameter; a name is letters, digits and _, or quoted
            select :operation.id                   | has :operation.i, which is no parameter; a name is letters, digits and _, or quoted
            select : key                           | has a colon without a parameter's name behind it in line 1
            select :1                              | has a colon without a parameter's name behind it in line 1
            select (:'key')                        | has a colon without a parameter's name behind it in line 1
            select :"a b"                          | has a colon without a parameter's name behind it in line 1
            select :ä                              | has a colon without a parameter's name behind it in line 1
            select $ä$ :x $Ä$                      | has a string, name or comment that does not end; it begins in line 1
            select /* /* */                        | has a string, name or comment that does not end; it begins in line 1
            """)
    void whatCannotBeOneStatementIsSaid(String written, String problem) {
        assertThat(wrong(written)).isEqualTo(problem);
    }

    @Test
    void theLineOfWhatDoesNotEndIsNamed() {
        assertThat(wrong("select 1,\n\n'")).endsWith("line 3");
    }

    @Test
    void aNulIsNoText() {
        assertThat(wrong("select '\0'")).isEqualTo("has a NUL character");
    }

    /** No text, however it is cut off, is an exception or read on for ever. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 'a''b', E'\\'', U&'x', $a$ $b$ $a$, \"q\"\"\", /* /* */ */ x[1:y], :id::int, a:=:b; -- end\n",
                "with é as (select $é$:key$é$) select :\"a-b\" ::text[:seq:2] where a->>'b' ?| array[:id] \u2028 \ud83d\ude00",
            })
    void everyBeginningOfATextIsAnswered(String text) {
        for (int end = 0; end <= text.length(); end++) {
            List<String> read = SqlStatement.parse(text.substring(0, end))
                    .fold(statement -> List.of(statement.text()), problem -> List.of(problem));
            assertThat(read).hasSize(1);
        }
    }

    private static SqlStatement parsed(String written) {
        return SqlStatement.parse(written).fold(statement -> statement, problem -> {
            throw new AssertionError(problem);
        });
    }

    private static String wrong(String written) {
        return SqlStatement.parse(written).fold(statement -> "accepted: " + statement.text(), problem -> problem);
    }
}

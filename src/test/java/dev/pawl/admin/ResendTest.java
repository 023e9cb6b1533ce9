package dev.pawl.admin;

import static dev.pawl.admin.Admin.body;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.operator;
import static dev.pawl.admin.Admin.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** History that was taken in without effects is caught up on: counted first, then caused at a pace, in parts. */
@QuarkusTest
@TestProfile(ResendProfile.class)
class ResendTest {

    private static final int MOST = 10_000;
    private static final String LATEST = "2100-01-01T00:00:00Z";

    @Inject
    DatabaseState database;

    @ConfigProperty(name = "pawl.db.schema")
    String schema;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    private List<String> sql(String statement) {
        try {
            return PostgresResource.inSchema(schema, statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As it was when a row was written: what a dispatcher does with it does not count. */
    private void noteDueTimes() {
        sql("create table if not exists paced (n bigserial, source text, name text, due timestamptz, delay interval)");
        sql("create or replace function pace() returns trigger language plpgsql as $$ begin"
                + " insert into " + schema + ".paced (source, name, due, delay)"
                + " values (new.source, new.name, new.due_at, new.due_at - now()); return null; end $$");
        sql("create or replace trigger pace after insert on effect for each row execute function pace()");
    }

    private static void imported(String source, String... events) {
        operator()
                .contentType("application/x-ndjson")
                .body(String.join("\n", events).getBytes(StandardCharsets.UTF_8))
                .post("/admin/import?source=" + source + "&effects=off&reason=history")
                .then()
                .statusCode(200);
    }

    private static String line(String key, String status) {
        return body(key, status, 1000, "acct_1").replace("\n", "");
    }

    private static JsonPath resend(String query, String source, String from, int rate) {
        return post(
                        "/effects/resend" + query,
                        "{\"source\":\"" + source + "\",\"from\":\"" + from + "\",\"to\":\"" + LATEST + "\",\"rate\":"
                                + rate + ",\"reason\":\"effects are wanted now\"}")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private static JsonPath resend(String query, String source) {
        return resend(query, source, "2020-01-01T00:00:00Z", 1);
    }

    @Test
    void everyEffectIsCountedBeforeAndCausedAtThePaceThatIsWanted() {
        noteDueTimes();
        String both = fresh("op");
        imported(
                "p",
                line(both, "pending"),
                line(both, "succeeded"),
                line(fresh("op"), "succeeded"),
                line(fresh("op"), "pending"));
        assertThat(sql("select name from effect where source = 'p'")).isEmpty();

        JsonPath preview = resend("?preview=true", "p");
        assertThat(sql("select name from effect where source = 'p'")).isEmpty();
        JsonPath done = resend("", "p");

        assertThat(preview.getInt("transitions")).isEqualTo(4);
        assertThat(preview.<String, Integer>getMap("effects")).isEqualTo(Map.of("told", 4, "paid", 1, "once", 4));
        assertThat(done.getInt("transitions")).isEqualTo(4);
        assertThat(done.getInt("effects")).isEqualTo(8);
        assertThat(done.getString("next")).isNull();
        assertThat(sql("select name || ' ' || count(*) from effect where source = 'p' group by name order by name"))
                .containsExactly("once 3", "paid 1", "told 4");
        assertThat(sql("select extract(epoch from delay)::int::text from paced where source = 'p' order by due"))
                .containsExactlyElementsOf(
                        IntStream.range(0, 8).mapToObj(Integer::toString).toList());
        assertThat(sql("select actor || ' ' || reason from audit where action = 'resend' and subject = 'source/p'"))
                .containsExactly("admin effects are wanted now");
    }

    @Test
    void whatIsCaughtUpOnLaterComesAfterWhatWaitsAndNothingComesTwice() {
        noteDueTimes();
        imported("asked", line(fresh("op"), "pending"), line(fresh("op"), "pending"));
        assertThat(resend("", "asked").getInt("effects")).isEqualTo(4);
        String latest =
                sql("select max(due)::text from paced where source = 'asked'").get(0);

        JsonPath again = resend("?preview=true", "asked");
        JsonPath nothing = resend("", "asked");
        imported("asked", line(fresh("op"), "succeeded"));
        JsonPath more = resend("", "asked");

        assertThat(again.<String, Integer>getMap("effects")).isEqualTo(Map.of("told", 0, "once", 0));
        assertThat(nothing.getInt("transitions")).isEqualTo(2);
        assertThat(nothing.getInt("effects")).isZero();
        assertThat(more.getInt("effects")).isEqualTo(2);
        assertThat(sql("select count(*)::text from paced where source = 'asked' and due > '" + latest
                        + "'::timestamptz"))
                .containsExactly("2");
        assertThat(sql("select count(*)::text from paced where source = 'asked'"))
                .containsExactly("6");
    }

    @Test
    void whatIsTooMuchForOneRequestSaysWhereTheNextBegins() {
        String key = fresh("op");
        imported("q", line(key, "pending"), line(key, "succeeded"));
        // Changes of fields cause nothing here, but are looked at.
        sql("insert into transition (operation_id, seq, kind, cause, correction, configuration, at, effects_off)"
                + " select operation_id, 1000 + n, 'fields', cause, correction, configuration,"
                + " '2021-01-01T00:00:00Z'::timestamptz + n * interval '1 millisecond', true"
                + " from transition t join operation o on o.id = t.operation_id, generate_series(1, " + MOST + ") n"
                + " where o.key = '" + key + "' and t.seq = 1");

        JsonPath preview = resend("?preview=true", "q");
        JsonPath first = resend("", "q");
        JsonPath second = resend("", "q", first.getString("next"), 1);

        assertThat(preview.getInt("transitions")).isEqualTo(MOST + 2);
        assertThat(preview.<String, Integer>getMap("effects")).isEqualTo(Map.of("told", 2, "paid", 1, "once", 2));
        assertThat(first.getInt("transitions")).isEqualTo(MOST);
        assertThat(first.getInt("effects")).isZero();
        assertThat(first.getString("next")).isEqualTo("2021-01-01T00:00:10Z");
        assertThat(second.getInt("transitions")).as("from included").isEqualTo(3);
        assertThat(second.getInt("effects")).isEqualTo(4);
        assertThat(second.getString("next")).isNull();
    }
}

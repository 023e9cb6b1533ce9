package dev.pawl.intake;

import static dev.pawl.intake.Caller.header;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.Parallel;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The example, its table and its answers: how the statement a command needs decides the command's end. */
@QuarkusTest
@TestProfile(CreditProfile.class)
class CreditAllocationTest {

    private static final Caller SHOP = new Caller("credits", CreditProfile.SHOP);
    private static final Caller SUPPORT = new Caller("credits", CreditProfile.SUPPORT);

    @Inject
    DatabaseState database;

    @BeforeEach
    void theTableIsThere() throws IOException {
        await().until(database::ready);
        execute("drop table if exists credit_account");
        execute(Files.readString(Path.of("docs/examples/credit-allocation/schema.sql")));
    }

    @Test
    void aCreditIsGrantedOnceAndTheAnswerIsKept() {
        String key = fresh("click");
        String grant = grant("ada", "12.50", fresh("o"));

        Answer first = SHOP.post("grant", key, grant);
        Answer again = SHOP.post("grant", key, grant);

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.body()).contains("\"state\":\"done\"");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(balance("ada")).isEqualTo("12.50");
        assertThat(one(
                        "select f.state || ' ' || f.attempts from ~.effect f join ~.claim c using (operation_id)"
                                + " where c.key = ?",
                        key))
                .isEqualTo("done 1");
        assertThat(SHOP.post("grant", key, grant("ada", "13", fresh("o"))).status())
                .isEqualTo(422);
        assertThat(balance("ada")).isEqualTo("12.50");
    }

    @Test
    void whatTheDatabaseRefusesIsRejectedForGoodAndFreesTheOrder() {
        String key = fresh("click");
        String order = fresh("o");

        Answer first = SHOP.post("grant", key, grant("ada", "2000", order));
        Answer again = SHOP.post("grant", key, grant("ada", "2000", order));

        assertThat(first.status()).isEqualTo(422);
        assertThat(first.body())
                .contains("urn:pawl:problem:rejected", "SQLSTATE 23514", "\"state\":\"rejected\"")
                .doesNotContain("\"state\":\"done\"");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(one(
                        "select string_agg(seq || ' ' || coalesce(from_state, '-') || ' ' || to_state, ', ')"
                                + " from ~.transition t join ~.claim c using (operation_id) where c.key = ?",
                        key))
                .isEqualTo("1 - rejected");
        assertThat(one("select count(*) from ~.effect f join ~.claim c using (operation_id) where c.key = ?", key))
                .isEqualTo("0");
        assertThat(one(
                        "select outcome || ' ' || (error is not null) from ~.attempt a join ~.claim c using (operation_id)"
                                + " where c.key = ?",
                        key))
                .isEqualTo("rejected true");
        assertThat(balance("ada")).isEqualTo("0");
        assertThat(SUPPORT.post("grant", fresh("click"), grant("ada", "20", order))
                        .status())
                .isEqualTo(201);
        assertThat(balance("ada")).isEqualTo("20");
    }

    @Test
    void anotherNumberOfRowsThanExpectedIsRejected() {
        Answer answer = SHOP.post("grant", fresh("click"), grant("bob", "5", fresh("o")));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("effect balance changed 0 rows");
    }

    @Test
    void wordsRaisedByTheApplicationReachTheCaller() {
        execute("create or replace function no_credit() returns trigger language plpgsql as"
                + " $$ begin raise exception 'ada is not to be credited'; end $$");
        execute("create trigger no_credit before update on credit_account for each row execute function no_credit()");
        Answer answer = SHOP.post("grant", fresh("click"), grant("ada", "5", fresh("o")));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("effect balance: ada is not to be credited");
    }

    @Test
    void aFieldTheStatementNeedsMayNotBeMissing() {
        Answer answer = SHOP.post("grant", fresh("click"), "{\"customer\":\"ada\",\"orderId\":\"" + fresh("o") + "\"}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("effect balance needs amount");
    }

    @Test
    void whatNobodyCanSayIs503AndLeavesNothingSoThatTheSameMaySucceedLater() throws SQLException {
        String key = fresh("click");
        String grant = grant("ada", "5", fresh("o"));
        String before = Provider.footprint();
        try (Connection other = PostgresResource.connection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("update credit_account set balance = 1");

            Answer locked = SHOP.post("grant", key, grant);

            assertThat(locked.status()).isEqualTo(503);
            assertThat(header(locked, "Retry-After")).isNotNull();
            other.rollback();
        }
        assertThat(Provider.footprint()).isEqualTo(before);
        assertThat(one("select count(*) from ~.claim where key = ?", key)).isEqualTo("0");
        execute("alter table credit_account rename to elsewhere");
        assertThat(SHOP.post("grant", key, grant).status()).isEqualTo(503);
        execute("alter table elsewhere rename to credit_account");

        assertThat(SHOP.post("grant", key, grant).status()).isEqualTo(201);
        assertThat(balance("ada")).isEqualTo("5");
    }

    @Test
    void manyAtOnceEachGetTheirOwnEndWhateverTheirNeighboursAre() {
        List<Answer> answers = Parallel.map(
                60, i -> SHOP.post("grant", fresh("click"), grant(i % 3 == 1 ? "bob" : "ada", "1", fresh("o"))));
        Set<String> ends = answers.stream()
                .map(answer -> answer.status() + (answer.body().contains("bob") ? " bob" : " ada"))
                .collect(Collectors.toSet());
        assertThat(ends).containsExactlyInAnyOrder("201 ada", "422 bob");
        assertThat(balance("ada")).isEqualTo("40");
    }

    @Test
    void tenAtOnceWithOneKeyCreditOnce() {
        String key = fresh("click");
        String grant = grant("ada", "7", fresh("o"));
        List<Answer> answers = Parallel.map(10, i -> SHOP.post("grant", key, grant));
        assertThat(answers).extracting(Answer::status).containsOnly(201);
        assertThat(answers).extracting(Answer::body).containsOnly(answers.get(0).body());
        assertThat(balance("ada")).isEqualTo("7");
    }

    @Test
    void tenKeysForOneOrderCreditOnceEvenWhenSomeAreRejected() {
        String order = fresh("o");
        List<Answer> answers = Parallel.map(
                10, i -> SHOP.post("grant", fresh("click"), grant(i % 2 == 0 ? "bob" : "ada", "7", order)));
        assertThat(answers).extracting(Answer::status).isSubsetOf(201, 409, 422).contains(201);
        assertThat(balance("ada")).isEqualTo("7");
    }

    private static String grant(String customer, String amount, String order) {
        return "{\"customer\":\"" + customer + "\",\"amount\":\"" + amount + "\",\"orderId\":\"" + order + "\"}";
    }

    private static String balance(String customer) {
        return one("select balance from credit_account where customer = ?", customer);
    }

    private static void execute(String sql) {
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

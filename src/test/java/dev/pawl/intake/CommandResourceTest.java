package dev.pawl.intake;

import static dev.pawl.intake.Caller.SHOP;
import static dev.pawl.intake.Caller.STRANGER;
import static dev.pawl.intake.Caller.TILL;
import static dev.pawl.intake.Caller.header;
import static dev.pawl.intake.Caller.resolve;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.Parallel;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that end at once: every answer, and the rows that are there with it. */
@QuarkusTest
@TestProfile(CommandProfile.class)
class CommandResourceTest {

    private static final String FIVE = "{\"amount\":5}";

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @Test
    void theFirstTimeIs201WithTheOperationAndEverythingIsWrittenOnce() {
        String key = fresh("k");

        Answer first = SHOP.post("credit", key, FIVE);

        assertThat(first.status()).isEqualTo(201);
        assertThat(header(first, "Location")).isEqualTo("/operations/cmd/credit/" + key);
        assertThat(header(first, "Idempotency-Replayed")).isNull();
        assertThat(header(first, "Content-Type")).isEqualTo("application/json");
        assertThat(first.body())
                .contains("\"key\":\"" + key + "\"", "\"account\":\"shop\"", "\"status\":\"completed\"")
                .contains("\"fields\":{\"amount\":\"5\"}");
        assertThat(rows(key)).isEqualTo("operation 1, claim 1, response 1, transition 1, effect 1, event 1, attempt 1");
        assertThat(one(
                        "select ended || ' ' || status || ' ' || convert_from(body, 'UTF8') from ~.response r"
                                + " join ~.claim c using (operation_id) where c.key = ?",
                        key))
                .isEqualTo("completed 201 " + first.body());
        assertThat(one("select caller || ' ' || type || ' ' || state from ~.claim where key = ?", key))
                .isEqualTo("shop credit done");
        assertThat(one(
                        "select subject || ' ' || n || ' ' || cause || ' ' || outcome from ~.attempt a"
                                + " join ~.claim c using (operation_id) where c.key = ? and a.kind = 'command'",
                        key))
                .isEqualTo("shop 1 delivery done");
    }

    @Test
    void theSameAgainIsTheStoredAnswerByteForByteAndNothingRuns() {
        String key = fresh("k");
        Answer first = SHOP.post("credit", key, FIVE);

        Answer again = SHOP.post("credit", key, FIVE);

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(header(again, "Location")).isEqualTo(header(first, "Location"));
        assertThat(header(again, "Content-Type")).isEqualTo(header(first, "Content-Type"));
        assertThat(rows(key)).isEqualTo("operation 1, claim 1, response 1, transition 1, effect 1, event 2, attempt 1");
        assertThat(one("select deliveries || ' ' || duplicates from ~.operation where key = ?", key))
                .isEqualTo("2 1");
        assertThat(one("select string_agg(verdict, ' ' order by at) from ~.event where event_id = ?", key))
                .isEqualTo("applied duplicate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\":5,\"note\":\"é\",\"more\":{\"a\":[1,2],\"b\":null}}",
                " {\"more\" : {\"b\":null, \"a\":[1, 2.0]} ,\"note\":\"\\u00e9\",\n\"amount\":5.00}",
                "{\"note\":\"\\u00E9\",\"amount\":0.5e1,\"more\":{\"a\":[1e0,20e-1],\"b\":null}}"
            })
    void howTheSameJsonIsWrittenDoesNotMatter(String body) {
        String key = fresh("k");
        SHOP.post("credit", key, "{\"amount\":5,\"note\":\"é\",\"more\":{\"a\":[1,2],\"b\":null}}");
        assertThat(SHOP.post("credit", key, body).status()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"amount\":6}", "{\"amount\":\"5\"}", "{\"amount\":5,\"note\":null}", "{}", "{\"amount\":5.01}"
            })
    void theSameKeyWithAnotherPayloadIs422AndRecordedWithoutAttention(String body) {
        String key = fresh("k");
        Answer first = SHOP.post("credit", key, FIVE);

        Answer other = SHOP.post("credit", key, body);

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.body()).contains("\"type\":\"urn:pawl:problem:key-reused\"");
        assertThat(one("select verdict || ' ' || reason from ~.event where event_id = ? and verdict <> 'applied'", key))
                .isEqualTo("conflict key-reused");
        assertThat(one(
                        "select coalesce(attention::text, 'none') || ' ' || conflicts from ~.operation where key = ?",
                        key))
                .isEqualTo("none 0");
        assertThat(SHOP.post("credit", key, FIVE).body()).isEqualTo(first.body());
    }

    @Test
    void aKeyInQuotesIsTheSameKey() {
        String key = fresh("k");
        Answer first = SHOP.post("credit", '"' + key + '"', FIVE);
        Answer again = SHOP.post("credit", key, FIVE);
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\"\"", "\"open", "\"a\"b", "\"a\\x\""})
    void aMalformedKeyIs400(String key) {
        assertThat(SHOP.post("credit", key, FIVE).status()).isEqualTo(400);
    }

    @Test
    void aMissingOrDoubledOrTooLongKeyIs400AndLeavesNothing() {
        String before = Provider.footprint();
        List<Answer> answers = List.of(
                SHOP.post("credit", null, FIVE),
                SHOP.post("credit", "a", FIVE, "Idempotency-Key", "b"),
                SHOP.post("credit", "k".repeat(513), FIVE));
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
            assertThat(answer.body()).contains("urn:pawl:problem:invalid-parameter");
        });
        assertThat(Provider.footprint()).isEqualTo(before);
    }

    @Test
    void theLongestKeyIsTakenAndReadBack() {
        String key = fresh("k") + "/ %?#+".repeat(80);
        Answer first = SHOP.post("credit", key, FIVE);
        assertThat(first.status()).isEqualTo(201);
        Answer read = SHOP.get(String.valueOf(header(first, "Location")));
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.body()).isEqualTo(first.body());
    }

    @Test
    void strangersGet401WithoutAWord() {
        Answer stranger = STRANGER.post("credit", fresh("k"), FIVE);
        Answer nobody = new Caller("cmd", "").post("credit", null, FIVE);
        assertThat(stranger.status()).isEqualTo(401);
        assertThat(nobody.status()).isEqualTo(401);
        assertThat(stranger.body()).isEqualTo(nobody.body()).doesNotContain("detail");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"not json | 400", "[] | 400", "5 | 400", "'' | 400", "{\"a\":1,\"a\":2} | 400", "{\"x\":1} | 422"})
    void aBodyThatCannotBeUsedIs400Or422AndLeavesNothing(String body, int status) {
        String before = Provider.footprint();
        Answer answer = SHOP.post("order", fresh("k"), body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(Provider.footprint()).isEqualTo(before);
    }

    @Test
    void aCallerReadsOnlyItsOwnAndItsKeysAreItsOwn() {
        String key = fresh("k");
        Answer mine = SHOP.post("credit", key, FIVE);
        String path = String.valueOf(header(mine, "Location"));

        assertThat(Caller.SHOP_BEFORE_ROTATION.get(path).status()).isEqualTo(200);
        assertThat(SHOP.get(path + "/").status()).isEqualTo(200);
        assertThat(TILL.get(path).status()).isEqualTo(404);
        assertThat(SHOP.get(path + "x").status()).isEqualTo(404);
        assertThat(STRANGER.get(path).status()).isEqualTo(401);
        Answer theirs = TILL.post("credit", key, "{\"amount\":6}");
        assertThat(theirs.status()).isEqualTo(201);
        assertThat(theirs.body()).contains("\"account\":\"till\"");
        assertThat(one("select count(*) from ~.operation where key = ?", key)).isEqualTo("2");
    }

    @Test
    void tenAtOnceAreOneOperationAndOneEffect() {
        String key = fresh("k");
        List<Answer> answers = Parallel.map(10, i -> SHOP.post("credit", key, FIVE));
        assertThat(answers).extracting(Answer::status).containsOnly(201);
        assertThat(answers).extracting(Answer::body).containsOnly(answers.get(0).body());
        assertThat(answers)
                .filteredOn(answer -> header(answer, "Idempotency-Replayed") == null)
                .hasSize(1);
        assertThat(rows(key)).startsWith("operation 1, claim 1, response 1, transition 1, effect 1,");
    }

    @Test
    void theSameKeyWithDifferentPayloadsAtOnceIsOneOfThem() {
        String key = fresh("k");
        List<Answer> answers = Parallel.map(10, i -> SHOP.post("credit", key, "{\"amount\":" + i % 2 + "}"));
        assertThat(answers).extracting(Answer::status).containsOnly(201, 422);
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(5);
        assertThat(rows(key)).startsWith("operation 1, claim 1, response 1, transition 1, effect 1,");
    }

    @Test
    void whatIsUniqueHappensUnderOneKeyOnlyUntilItIsRejected() {
        String order = fresh("o");
        Answer first = SHOP.post("order", fresh("k"), "{\"orderId\":\"" + order + "\",\"wanted\":\"later\"}");
        Answer second = SHOP.post("order", fresh("k"), "{\"orderId\":\"" + order + "\",\"wanted\":\"now\"}");
        Answer stranger = TILL.post("order", fresh("k"), "{\"orderId\":\"" + order + "\",\"wanted\":\"now\"}");

        assertThat(first.status()).isEqualTo(202);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.body()).contains("urn:pawl:problem:already-exists");
        assertThat(header(second, "Location")).isEqualTo(header(first, "Location"));
        assertThat(stranger.status()).isEqualTo(409);
        assertThat(header(stranger, "Location")).as("another caller's key").isNull();
        assertThat(one("select count(*) from ~.operation where reference = ?", order))
                .isEqualTo("1");
        assertThat(one("select value from ~.unique_claim where value = ?", "[\"" + order + "\"]"))
                .isEqualTo("[\"" + order + "\"]");

        resolve(one("select id from ~.operation where reference = ?", order), "rejected");
        assertThat(one("select count(*) from ~.unique_claim where value = ?", "[\"" + order + "\"]"))
                .isEqualTo("0");
        assertThat(TILL.post("order", fresh("k"), "{\"orderId\":\"" + order + "\",\"wanted\":\"now\"}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void tenKeysForOneOrderAtOnceAreOneOrder() {
        String order = fresh("o");
        List<Answer> answers = Parallel.map(
                10, i -> SHOP.post("order", fresh("k"), "{\"orderId\":\"" + order + "\",\"wanted\":\"now\"}"));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
        assertThat(answers).filteredOn(answer -> answer.status() == 409).hasSize(9);
        assertThat(one("select count(*) from ~.operation where reference = ?", order))
                .isEqualTo("1");
    }

    @Test
    void pathsMethodsCodingsAndSizesAreCheckedBeforeAnythingElse() {
        Caller nobody = new Caller("cmd", "");
        assertThat(new Caller("none", "").post("credit", null, FIVE).status()).isEqualTo(404);
        assertThat(nobody.post("none", null, FIVE).status()).isEqualTo(404);
        assertThat(new Caller("bank-events", "").post("payout", null, FIVE).status())
                .isEqualTo(404);
        assertThat(Provider.exchange(Provider.request("/webhooks/cmd").POST(BodyPublishers.ofString(FIVE)))
                        .status())
                .isEqualTo(404);
        Answer put = Provider.exchange(nobody.request("credit", null).PUT(BodyPublishers.ofString(FIVE)));
        assertThat(put.status()).isEqualTo(405);
        assertThat(header(put, "Allow")).isEqualTo("POST");
        Answer delete = Provider.exchange(nobody.request("credit/k", null).DELETE());
        assertThat(delete.status()).isEqualTo(405);
        assertThat(header(delete, "Allow")).isEqualTo("GET, HEAD");
        assertThat(nobody.post("credit", null, " ".repeat(5_000)).status()).isEqualTo(413);
        assertThat(nobody.post("credit", null, FIVE, "Content-Encoding", "gzip").status())
                .isEqualTo(415);
        assertThat(SHOP.post("credit/", fresh("k"), FIVE).status()).isEqualTo(201);
    }

    @Test
    void whatIsRefusedByItsHeadIsCountedByCause() {
        Caller nobody = new Caller("cmd", "");
        long methods = Provider.refused("cmd", "method");
        long codings = Provider.refused("cmd", "content-coding");
        long retired = Provider.refused("over", "retired");
        long large = Provider.refused("cmd", "too-large");

        Provider.exchange(nobody.request("credit", null).PUT(BodyPublishers.ofString(FIVE)));
        Provider.exchange(nobody.request("credit/k", null).DELETE());
        nobody.post("credit", null, FIVE, "Content-Encoding", "gzip");
        nobody.post("credit", null, " ".repeat(5_000));
        assertThat(new Caller("over", "").post("credit", null, FIVE).status()).isEqualTo(410);

        await().untilAsserted(() -> {
            assertThat(Provider.refused("cmd", "method")).isEqualTo(methods + 2);
            assertThat(Provider.refused("cmd", "content-coding")).isEqualTo(codings + 1);
            assertThat(Provider.refused("cmd", "too-large")).isEqualTo(large + 1);
            assertThat(Provider.refused("over", "retired")).isEqualTo(retired + 1);
        });
    }

    @Test
    void headIsGetWithoutItsBodyAndNothingElse() {
        String key = fresh("k");
        String path = String.valueOf(header(SHOP.post("credit", key, FIVE), "Location"));
        String before = Provider.footprint();

        Answer found = SHOP.head(path);
        Answer theirs = TILL.head(path);
        Answer commands = SHOP.head("/operations/cmd/credit");

        assertThat(found.status()).isEqualTo(200);
        assertThat(found.body()).isEmpty();
        assertThat(header(found, "Content-Type")).isEqualTo("application/json");
        assertThat(header(found, "Cache-Control")).isEqualTo("no-store");
        assertThat(theirs.status()).isEqualTo(404);
        assertThat(STRANGER.head(path).status()).isEqualTo(401);
        assertThat(commands.status()).isEqualTo(405);
        assertThat(header(commands, "Allow")).isEqualTo("POST");
        assertThat(SHOP.head("/operations/cmd/none").status()).isEqualTo(404);
        assertThat(Provider.footprint()).isEqualTo(before);
    }

    private static String rows(String key) {
        return one(
                "select 'operation ' || count(*) || ', claim ' || (select count(*) from ~.claim where key = ?)"
                        + " || ', response ' || (select count(*) from ~.response where operation_id in"
                        + " (select id from ~.operation where key = ?))"
                        + " || ', transition ' || (select count(*) from ~.transition where operation_id in"
                        + " (select id from ~.operation where key = ?))"
                        + " || ', effect ' || (select count(*) from ~.effect where operation_id in"
                        + " (select id from ~.operation where key = ?))"
                        + " || ', event ' || (select count(*) from ~.event where event_id = ?)"
                        + " || ', attempt ' || (select count(*) from ~.attempt where kind = 'command' and operation_id in"
                        + " (select id from ~.operation where key = ?)) from ~.operation where key = ?",
                key,
                key,
                key,
                key,
                key,
                key,
                key);
    }
}

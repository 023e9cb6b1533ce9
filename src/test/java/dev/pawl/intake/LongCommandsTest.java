package dev.pawl.intake;

import static dev.pawl.intake.Caller.BANK;
import static dev.pawl.intake.Caller.bankSays;
import static dev.pawl.intake.Caller.header;
import static dev.pawl.intake.Caller.payout;
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
import io.smallrye.mutiny.subscription.Cancellable;
import jakarta.inject.Inject;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands whose end somebody else tells, here the bank's webhooks in the same scope. */
@QuarkusTest
@TestProfile(CommandProfile.class)
class LongCommandsTest {

    @Inject
    DatabaseState database;

    @Inject
    CommandWaiters waiters;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @Test
    void untilTheEndIs202Then409ThenTheStoredAnswer() {
        String id = fresh("po");
        Answer first = BANK.post("payout", id, payout(id, 5));
        Answer early = BANK.post("payout", id, payout(id, 5));
        assertThat(bankSays(id, "paid", 5).verdicts()).containsExactly("applied");
        Answer late = BANK.post("payout", id, payout(id, 5));
        Answer later = BANK.post("payout", id, payout(id, 5));

        assertThat(first.status()).isEqualTo(202);
        assertThat(header(first, "Location")).isEqualTo("/operations/bank/payout/" + id);
        assertThat(first.body()).contains("\"status\":\"processing\"", "\"account\":\"a1\"");
        assertThat(early.status()).isEqualTo(409);
        assertThat(header(early, "Retry-After")).isEqualTo("2");
        assertThat(early.body()).contains("urn:pawl:problem:in-progress");
        assertThat(late.status()).isEqualTo(201);
        assertThat(late.body()).contains("\"state\":\"done\"");
        assertThat(header(late, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(later.body()).isEqualTo(late.body());
        assertThat(one(
                        "select count(*) || ' ' || max(outcome) from ~.attempt a join ~.claim c using (operation_id)"
                                + " where c.key = ? and a.kind = 'command'",
                        id))
                .isEqualTo("1 done");
    }

    @Test
    void whoeverPrefersToWaitIsAnsweredWhenItEnds() {
        String id = fresh("po");
        List<Answer> answers = Parallel.map(4, i -> {
            if (i == 3) {
                await().until(() -> waiters.waitingFor() == 3);
                return bankSays(id, "paid", 5);
            }
            return BANK.post("payout", id, payout(id, 5), "Prefer", "wait=30");
        });
        assertThat(answers).extracting(Answer::status).containsExactly(201, 201, 201, 200);
        assertThat(answers.subList(0, 3))
                .extracting(Answer::body)
                .containsOnly(answers.get(0).body());
        assertThat(waiters.waitingFor()).isZero();
    }

    @Test
    void whoeverHasWaitedInVainGetsTheFirstAnswer() {
        String id = fresh("po");
        Answer first = BANK.post("payout", id, payout(id, 5), "Prefer", "respond-async, wait=1");
        Answer again = BANK.post("payout", id, payout(id, 5), "Prefer", "wait=1");
        assertThat(first.status()).isEqualTo(202);
        assertThat(again.status()).isEqualTo(409);
    }

    @Test
    void whatAnotherReplicaCommitsIsSeenByLooking() {
        String id = fresh("po");
        List<Answer> answers = Parallel.map(2, i -> {
            if (i == 0) {
                return BANK.post("payout", id, payout(id, 5), "Prefer", "wait=30");
            }
            await().until(() -> waiters.waitingFor() == 1);
            // The answer is there without this replica having committed it.
            one(
                    "insert into ~.response (operation_id, ended, status, headers, body)"
                            + " select operation_id, 'completed', 201, '{\"Content-Type\":\"text/x\"}', 'elsewhere'"
                            + " from ~.claim where key = ? returning status",
                    id);
            return BANK.get("/operations/bank/payout/" + id);
        });
        assertThat(answers.get(0).status()).isEqualTo(201);
        assertThat(answers.get(0).body()).isEqualTo("elsewhere");
        assertThat(answers.get(1).status()).isEqualTo(200);
    }

    @Test
    void aRejectedCommandStaysRejectedAndFreesWhatWasUnique() {
        String id = fresh("po");
        BANK.post("payout", id, payout(id, 5));
        bankSays(id, "refused", 5);

        Answer late = BANK.post("payout", id, payout(id, 5));

        assertThat(late.status()).isEqualTo(422);
        assertThat(late.body()).contains("urn:pawl:problem:rejected", "\"state\":\"rejected\"");
        assertThat(header(late, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(BANK.post("payout", id, payout(id, 5)).body()).isEqualTo(late.body());
        assertThat(one("select count(*) from ~.unique_claim where value = ?", "[\"" + id + "\"]"))
                .isEqualTo("0");
    }

    @Test
    void aFailedCommandRunsAgainUnderTheSameKeyWhereTheCallerMay() {
        String id = fresh("po");
        BANK.post("payout", id, payout(id, 5));
        bankSays(id, "broken", 5);
        assertThat(one("select ended from ~.response r join ~.claim c using (operation_id) where c.key = ?", id))
                .isEqualTo("failed");

        Answer renewed = BANK.post("payout", id, payout(id, 5));

        assertThat(renewed.status()).isEqualTo(202);
        assertThat(renewed.body()).contains("\"state\":\"received\"");
        assertThat(one("select count(*) from ~.response r join ~.claim c using (operation_id) where c.key = ?", id))
                .isEqualTo("0");
        assertThat(one(
                        "select string_agg(n || ' ' || outcome, ', ' order by n) from ~.attempt a"
                                + " join ~.claim c using (operation_id) where c.key = ? and a.kind = 'command'",
                        id))
                .isEqualTo("1 rejected, 2 unknown");
        bankSays(id, "paid", 5);
        assertThat(BANK.post("payout", id, payout(id, 5)).status()).isEqualTo(201);
        assertThat(one("select seq from ~.operation where key = ?", id)).isEqualTo("4");
    }

    @Test
    void anotherKeyForTheSameOperationIsAnsweredWithWhatBecameOfIt() {
        String id = fresh("po");
        bankSays(id, "paid", 5);

        Answer command = BANK.post("payout", fresh("k"), payout(id, 5));

        assertThat(command.status()).isEqualTo(201);
        assertThat(command.body()).contains("\"state\":\"done\"");
        assertThat(one("select count(*) from ~.operation where key = ?", id)).isEqualTo("1");
    }

    @Test
    void anotherAmountForTheSameOperationIsAConflictWithAttentionAndTakesNoKey() {
        String id = fresh("po");
        String key = fresh("k");
        bankSays(id, "paid", 5);

        Answer command = BANK.post("payout", key, payout(id, 6));

        assertThat(command.status()).isEqualTo(409);
        assertThat(command.body()).contains("urn:pawl:problem:contradicts");
        assertThat(one("select attention is not null from ~.operation where key = ?", id))
                .isEqualTo("t");
        assertThat(one("select count(*) from ~.claim where key = ?", key)).isEqualTo("0");
    }

    @Test
    void theSameKeyForAnotherOperationIsAnotherRequest() {
        String key = fresh("k");
        String id = fresh("po");
        BANK.post("payout", key, payout(fresh("po"), 5));

        Answer other = BANK.post("payout", key, payout(id, 5));

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.body()).contains("urn:pawl:problem:key-reused");
        assertThat(one("select count(*) from ~.operation where key = ?", id)).isEqualTo("0");
        assertThat(BANK.post("payout", fresh("k"), payout(id, 5)).status()).isEqualTo(202);
    }

    @Test
    void whatWasAnsweredAsCompletedIsNeverRunAgainWhateverBecomesOfIt() {
        String id = fresh("po");
        BANK.post("payout", id, payout(id, 5));
        bankSays(id, "paid", 5);
        Answer told = BANK.post("payout", id, payout(id, 5));
        resolve(one("select id from ~.operation where key = ?", id), "failed");

        Answer again = BANK.post("payout", id, payout(id, 5));

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(told.body());
        assertThat(header(again, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(one("select state || ' ' || seq from ~.operation where key = ?", id))
                .isEqualTo("failed 3");
    }

    @Test
    void anAnsweredOperationGoesNoFurtherUnderAnotherKey() {
        String id = fresh("ch");
        assertThat(BANK.post("charge", fresh("k"), charge(id, "pay", 1)).status())
                .isEqualTo(201);

        Answer refund = BANK.post("charge", fresh("k"), charge(id, "refund", 1));

        assertThat(refund.status()).isEqualTo(409);
        assertThat(refund.body()).contains("urn:pawl:problem:contradicts", "ended");
        assertThat(one("select state from ~.operation where key = ?", id)).isEqualTo("succeeded");
    }

    @Test
    void aRefusedCommandLeavesAnOperationOfOthersWhereItIs() {
        String id = fresh("ch");
        Provider.exchange(Provider.request("/webhooks/bank-events")
                .header("Authorization", "Bearer bank-events-token-0123456789")
                .POST(BodyPublishers.ofString(
                        "{\"type\":\"charge.paid\",\"account\":\"a1\",\"id\":\"" + id + "\",\"status\":\"paid\"}")));
        String key = fresh("k");

        Answer refund = BANK.post("charge", key, charge(id, "refund", 0));

        assertThat(refund.status()).isEqualTo(409);
        assertThat(refund.body()).contains("urn:pawl:problem:contradicts", "rejected");
        assertThat(one("select state || ' ' || seq from ~.operation where key = ?", id))
                .isEqualTo("succeeded 1");
        assertThat(one("select count(*) from ~.claim where key = ?", key)).isEqualTo("0");
        assertThat(BANK.post("charge", key, charge(id, "refund", 1)).status()).isEqualTo(201);
        assertThat(one("select state from ~.operation where key = ?", id)).isEqualTo("refunded");
    }

    /** @param divisor 0: the database refuses a refund */
    private static String charge(String id, String wanted, int divisor) {
        return "{\"account\":\"a1\",\"id\":\"" + id + "\",\"wanted\":\"" + wanted + "\",\"divisor\":" + divisor + "}";
    }

    @Test
    void whereAsManyWaitAsMayTheNextOneIsAnsweredAtOnce() {
        List<Cancellable> others = IntStream.range(0, CommandWaiters.MOST)
                .mapToObj(i -> waiters.answered(UUID.randomUUID(), Duration.ofHours(1))
                        .subscribe()
                        .with(woken -> {}))
                .toList();
        try {
            waiters.answered(UUID.randomUUID(), Duration.ofHours(1)).await().atMost(Duration.ofSeconds(10));
            assertThat(waiters.waitingFor()).isEqualTo(CommandWaiters.MOST);
        } finally {
            others.forEach(Cancellable::cancel);
        }
        assertThat(waiters.waitingFor()).isZero();
    }
}

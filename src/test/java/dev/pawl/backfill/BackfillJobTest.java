package dev.pawl.backfill;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pawl.backfill.BackfillRun.Progress;
import dev.pawl.jobs.JobFailure;
import dev.pawl.support.FakeListApi;
import dev.pawl.support.FakeListApi.Answer;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(BackfillProfile.class)
class BackfillJobTest extends BackfillFixture {

    private static String event(String key, String state, Instant at) {
        return event(key, state, at, 10);
    }

    private static String event(String key, String state, Instant at, int amount) {
        return "{\"id\":\"evt_%s_%s\",\"type\":\"payment.%s\",\"key\":\"%s\",\"state\":\"%s\",\"at\":\"%s\",\"amount\":%d}"
                .formatted(key, state, state, key, state, at, amount);
    }

    private static Answer page(@Nullable String next, String... events) {
        return Answer.json("{\"data\":[" + String.join(",", events) + "],\"next\":"
                + (next == null ? "null" : '"' + next + '"') + "}");
    }

    private static void delivered(String source, String event) {
        given().contentType("application/json")
                .body(event)
                .post("/webhooks/" + source)
                .then()
                .statusCode(200);
    }

    private List<String> sql(String statement) {
        try (Connection connection = PostgresResource.connection();
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(schema.in(statement))) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void execute(String statement) {
        try (Connection connection = PostgresResource.connection();
                Statement sql = connection.createStatement()) {
            sql.execute(schema.in(statement));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> moves(String source) {
        return sql("select o.key || ' ' || t.to_state || ' ' || t.cause || ' ' || t.effects_off"
                + " from ${schema}.transition t join ${schema}.operation o on o.id = t.operation_id"
                + " where o.source = '" + source + "' order by 1");
    }

    private List<String> effects(String source) {
        return sql("select o.key from ${schema}.effect e join ${schema}.operation o on o.id = e.operation_id"
                + " where o.source = '" + source + "' order by 1");
    }

    private List<String> deliveries(String source) {
        return sql("select cause from ${schema}.delivery where source = '" + source + "' order by 1");
    }

    private String state(String source, String column) {
        return String.valueOf(
                sql("select (" + column + ")::text from ${schema}.source_state where source = '" + source + "'")
                        .get(0));
    }

    @Test
    void eventMissedDuringADowntimeIsRecoveredExactlyOnce() {
        api.answer("missed", asked -> page(null, event("m1", "done", Instant.now())));

        Progress first = run("missed");
        Progress second = run("missed");

        assertThat(first.tally()).isEqualTo(new Tally(1, 1, 0, 0, 0, 0, 0));
        assertThat(second.tally()).isEqualTo(new Tally(1, 0, 1, 0, 0, 0, 0));
        assertThat(moves("missed")).containsExactly("m1 done backfill false");
        assertThat(effects("missed")).containsExactly("m1");
        assertThat(deliveries("missed")).containsExactly("backfill");
        assertThat(api.asked("missed").get(0).headers()).containsEntry("authorization", "Bearer token-of-the-list-api");
        assertThat(sql(
                        "select listed || ' ' || recovered || ' ' || matched || ' ' || complete || ' ' || (error is null)"
                                + " from ${schema}.backfill_run where source = 'missed' order by started_at"))
                .containsExactly("1 1 0 true true", "1 0 1 true true");
    }

    @Test
    void whatWasDeliveredIsNotDoubled() {
        String done = event("k1", "done", Instant.now());
        delivered("known", done);
        api.answer("known", asked -> page(null, event("k1", "received", Instant.now()), done));

        assertThat(run("known").tally()).isEqualTo(new Tally(2, 0, 2, 0, 0, 0, 0));

        assertThat(moves("known")).containsExactly("k1 done delivery false");
        assertThat(effects("known")).containsExactly("k1");
        assertThat(deliveries("known")).containsExactly("delivery");
        assertThat(sql("select deliveries || ' ' || duplicates from ${schema}.operation where source = 'known'"))
                .containsExactly("1 0");
    }

    @Test
    void whatIsInDoubtInvalidOrIgnoredIsReported() {
        delivered("doubtful", event("d1", "done", Instant.now()));
        api.answer(
                "doubtful",
                asked -> page(
                        null,
                        event("d1", "done", Instant.now(), 99),
                        event("d2", "no-such-state", Instant.now()),
                        "{\"id\":\"evt_3\",\"type\":\"other.thing\"}"));

        assertThat(run("doubtful").tally()).isEqualTo(new Tally(3, 0, 0, 1, 1, 1, 0));

        assertThat(deliveries("doubtful")).containsExactly("backfill", "backfill", "delivery");
    }

    private void peopleAreDone(String source) {
        execute("update ${schema}.operation set attention = null where source = '" + source + "'");
    }

    private List<String> inDoubt(String source) {
        return sql("select key from ${schema}.operation where attention is not null and source = '" + source + "'");
    }

    private static String named(String id, String event) {
        return event.replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"" + id + "\"");
    }

    @Test
    void aDoubtThatWasToldIsNotToldAgainByEveryList() {
        Instant now = Instant.now();
        List<String> events = List.of(
                event("t1", "done", now),
                named("evt_other", event("t1", "done", now, 99)),
                event("t2", "no-such-state", now));
        events.forEach(event -> delivered("told", event));
        peopleAreDone("told");
        api.answer("told", asked -> page(null, events.toArray(String[]::new)));

        assertThat(run("told").tally()).isEqualTo(new Tally(3, 0, 3, 0, 0, 0, 0));

        assertThat(inDoubt("told")).isEmpty();
        assertThat(deliveries("told")).containsExactly("delivery", "delivery", "delivery");
        assertThat(sql("select conflicts from ${schema}.operation where source = 'told'"))
                .containsExactly("1");
    }

    @Test
    void whatContradictsIsToldOnceWhoeverWasBelieved() {
        Instant now = Instant.now();
        delivered("contradicting", event("c1", "done", now));
        delivered("contradicting", event("c1", "rejected", now));
        peopleAreDone("contradicting");
        api.answer("contradicting", asked -> page(null, event("c1", "done", now), event("c1", "rejected", now)));

        assertThat(run("contradicting").tally()).isEqualTo(new Tally(2, 0, 2, 0, 0, 0, 0));

        execute(
                "update ${schema}.operation set state = 'rejected', status = 'rejected' where source = 'contradicting'");
        assertThat(run("contradicting").tally())
                .as("somebody found the other one to be true")
                .isEqualTo(new Tally(2, 0, 2, 0, 0, 0, 0));
        assertThat(inDoubt("contradicting")).isEmpty();
        assertThat(deliveries("contradicting")).hasSize(2);
    }

    @Test
    void theSideThatWasNotAdoptedIsNoNewConflict() {
        Instant now = Instant.now();
        delivered("adopted", event("a1", "done", now));
        delivered("adopted", named("evt_other", event("a1", "done", now, 99)));
        peopleAreDone("adopted");
        execute("update ${schema}.operation set fingerprint = jsonb_set(fingerprint, '{amount}', '\"99\"')"
                + " where source = 'adopted'");
        api.answer("adopted", asked -> page(null, event("a1", "done", now)));

        assertThat(run("adopted").tally()).isEqualTo(new Tally(1, 0, 1, 0, 0, 0, 0));

        assertThat(inDoubt("adopted")).isEmpty();
    }

    @Test
    void anIdThatComesWithOtherValuesIsNews() {
        Instant now = Instant.now();
        delivered("other-values", event("o1", "done", now));
        api.answer("other-values", asked -> page(null, event("o1", "done", now, 99)));

        assertThat(run("other-values").tally()).isEqualTo(new Tally(1, 0, 0, 0, 0, 1, 0));
        assertThat(inDoubt("other-values")).containsExactly("o1");

        peopleAreDone("other-values");
        assertThat(run("other-values").tally()).isEqualTo(new Tally(1, 0, 1, 0, 0, 0, 0));
        assertThat(inDoubt("other-values")).isEmpty();
    }

    @Test
    void whatWasNotReadableAndNowIsWaitsForItsReplay() {
        Instant now = Instant.now();
        delivered("mended", named("evt_m", event("m1", "no-such-state", now)));
        api.answer("mended", asked -> page(null, named("evt_m", event("m1", "done", now))));

        assertThat(run("mended").tally()).isEqualTo(new Tally(1, 0, 1, 0, 0, 0, 0));

        assertThat(moves("mended")).isEmpty();
    }

    @Test
    void whatWaitsForItsPredecessorWaitsOnce() {
        Instant now = Instant.now();
        delivered("waiting", event("w1", "done", now));
        api.answer("waiting", asked -> page(null, event("w1", "done", now)));

        assertThat(run("waiting").tally()).isEqualTo(new Tally(1, 0, 1, 0, 0, 0, 0));
        assertThat(sql("select event_id from ${schema}.parked where source = 'waiting'"))
                .containsExactly("evt_w1_done");

        api.answer(
                "waiting", asked -> page(null, event("w1", "received", now.minusSeconds(1)), event("w1", "done", now)));
        assertThat(run("waiting").tally().recovered()).isEqualTo(1);
        assertThat(moves("waiting")).containsExactly("w1 done delivery false", "w1 received backfill false");
    }

    @Test
    void whatWasToldByOneListIsNotToldByTheNext() {
        Instant now = Instant.now();
        delivered("known-twice", event("k1", "done", now));
        api.answer(
                "known-twice",
                asked -> page(null, named("evt_2", event("k1", "done", now, 99)), event("k2", "no-such-state", now)));

        assertThat(run("known-twice").tally()).isEqualTo(new Tally(2, 0, 0, 0, 1, 1, 0));
        assertThat(run("known-twice").tally()).isEqualTo(new Tally(2, 0, 2, 0, 0, 0, 0));

        assertThat(deliveries("known-twice")).containsExactly("backfill", "backfill", "delivery");
    }

    @Test
    void whatMayRepeatSomethingForgottenIsToldOnceAndFoundByItsDelivery() {
        Instant longAgo = Instant.now().minus(Duration.ofDays(100));
        api.answer("forgetful", asked -> page(null, event("f1", "done", longAgo)));

        run("forgetful");
        assertThat(run("forgetful").tally()).isEqualTo(new Tally(1, 0, 1, 0, 0, 0, 0));
        execute("insert into ${schema}.event_kept select * from ${schema}.event where source = 'forgetful'");
        execute("delete from ${schema}.event where source = 'forgetful'");
        run("forgetful");

        assertThat(sql("select sum(n) from ${schema}.counter where source = 'forgetful' and kind = 'attention-by'"))
                .containsExactly("1");
        assertThat(sql("select verdict || ' ' || reason from ${schema}.event_all where source = 'forgetful'"))
                .containsExactly("stale beyond-retention");
        assertThat(deliveries("forgetful")).containsExactly("backfill");
        assertThat(moves("forgetful")).isEmpty();
    }

    @Test
    void factsFromBeforeTheFirstStartCauseNoEffects() {
        api.answer(
                "old",
                asked -> page(
                        null,
                        event("o1", "done", Instant.now().minusSeconds(3_600)),
                        event("o2", "done", Instant.now())));

        run("old");

        assertThat(moves("old")).containsExactly("o1 done backfill true", "o2 done backfill false");
        assertThat(effects("old")).containsExactly("o2");
    }

    @Test
    void aGivenBeginningReachesBackFurtherThanTheFirstStart() {
        Instant before = Instant.parse("2026-02-03T04:05:06Z");
        api.answer("reaching", asked -> page(null, event("b1", "done", before), event("b2", "done", Instant.now())));

        run("reaching");

        assertThat(api.asked("reaching").get(0).query())
                .isEqualTo("since=" + Instant.parse("2026-01-01T00:00:00Z").getEpochSecond());
        assertThat(moves("reaching")).containsExactly("b1 done backfill true", "b2 done backfill false");
        assertThat(effects("reaching")).containsExactly("b2");
    }

    @Test
    void observedSourceRecordsAndCausesNothing() {
        api.answer("watched", asked -> page(null, event("w1", "done", Instant.now())));

        run("watched");

        assertThat(moves("watched")).hasSize(1);
        assertThat(effects("watched")).isEmpty();
    }

    @Test
    void failureOnTheSecondPageLetsTheNextRunGoOnThere() {
        AtomicBoolean sick = new AtomicBoolean(true);
        api.answer("paged", asked -> {
            if (asked.query().contains("cursor=p3")) {
                return page(null, event("p3", "done", Instant.now()));
            }
            if (asked.query().contains("cursor=p2")) {
                return sick.get()
                        ? Answer.status(503).with("Retry-After", "120")
                        : page("p3", event("p2", "done", Instant.now()));
            }
            return page("p2", event("p1", "done", Instant.now()));
        });

        assertThatThrownBy(() -> run("paged")).isInstanceOf(JobFailure.class).hasMessageContaining("status 503");

        assertThat(moves("paged")).containsExactly("p1 done backfill false");
        assertThat(state("paged", "backfill_cursor")).isEqualTo("p2");
        assertThat(state("paged", "backfill_until is null and backfill_claim is null"))
                .isEqualTo("true");
        assertThat(state("paged", "backfill_not_before > now() + interval '100 seconds'"))
                .isEqualTo("true");
        // The provider wants to be left alone.
        assertThat(runIfFree("paged")).isNull();

        sick.set(false);
        execute("update ${schema}.source_state set backfill_not_before = now() where source = 'paged'");
        Progress second = run("paged");

        assertThat(second.pages()).isEqualTo(2);
        assertThat(moves("paged")).hasSize(3);
        assertThat(api.asked("paged").stream()
                        .filter(asked -> !asked.query().contains("cursor"))
                        .toList())
                .hasSize(1);
        assertThat(state("paged", "backfill_cursor is null and backfill_until is not null"))
                .isEqualTo("true");
    }

    @Test
    void nextListBeginsALittleBeforeTheLastOneBegan() {
        api.answer("since", asked -> Answer.json("{\"data\":[],\"more\":false}"));
        run("since");
        run("since");

        long first = Long.parseLong(api.asked("since").get(0).query().substring("since=".length()));
        long second = Long.parseLong(api.asked("since").get(1).query().substring("since=".length()));
        assertThat(Long.toString(first))
                .isEqualTo(state("since", "floor(extract(epoch from first_started_at))::bigint"));
        assertThat(Long.toString(second))
                .satisfies(since -> assertThat(sql("select (started_at >= to_timestamp(" + since
                                + ") + interval '10 minutes')::text"
                                + " from ${schema}.backfill_run where source = 'since' order by started_at limit 1"))
                        .containsExactly("true"));
    }

    @Test
    void aNewNameGoesOnWhereTheFormerOnesWere() {
        execute("insert into ${schema}.source_state (source, first_started_at, backfill_until) values"
                + " ('once', now() - interval '30 days', now() - interval '20 days'),"
                + " ('before', now() - interval '19 days', now() - interval '2 hours')");
        api.answer(
                "renamed", asked -> page(null, event("r1", "done", Instant.now().minusSeconds(3_600))));

        run("renamed");

        String since = api.asked("renamed").get(0).query().substring("since=".length());
        assertThat(
                        sql(
                                "select (backfill_until - to_timestamp(" + since + ") between interval '10 minutes'"
                                        + " and interval '10 minutes 2 seconds')::text from ${schema}.source_state where source = 'before'"))
                .containsExactly("true");
        assertThat(moves("renamed")).containsExactly("r1 done backfill false");
        assertThat(effects("renamed")).containsExactly("r1");
        assertThat(state("renamed", "backfill_until > now() - interval '1 minute'"))
                .isEqualTo("true");
    }

    @Test
    void aSourceWithANewNameHasNotStartedAnew() {
        execute("insert into ${schema}.source_state (source, first_started_at) values"
                + " ('earlier', now() - interval '2 hours')");
        api.answer(
                "early",
                asked -> page(
                        null,
                        event("e1", "done", Instant.now().minusSeconds(3_600)),
                        event("e2", "done", Instant.now().minusSeconds(10_800))));

        run("early");

        assertThat(effects("early")).containsExactly("e1");
    }

    @Test
    void cursorMayBeTheLastElementsId() {
        Instant now = Instant.now();
        api.answer(
                "last",
                asked -> asked.query().contains("after=evt_l1_done")
                        ? Answer.json("{\"data\":[" + event("l2", "done", now) + "],\"more\":false}")
                        : Answer.json("{\"data\":[" + event("l1", "done", now) + "],\"more\":true}"));

        assertThat(run("last").tally().recovered()).isEqualTo(2);
    }

    @Test
    void cursorMayBeALinkToTheSameHost() {
        api.answer(
                "link",
                asked -> asked.query().equals("page=2")
                        ? page(null, event("k2", "done", Instant.now()))
                        : page(null, event("k1", "done", Instant.now()))
                                .with(
                                        "Link",
                                        "<" + api.url("/link/events?page=1") + ">; rel=\"prev\", <"
                                                + api.url("/link/events?page=2") + ">; rel=\"next\""));

        assertThat(run("link").tally().recovered()).isEqualTo(2);
    }

    @Test
    void tokenIsNotTakenToAnotherHost() {
        api.answer(
                "elsewhere",
                asked -> page(null, event("e1", "done", Instant.now()))
                        .with("Link", "<http://localhost:1/elsewhere/events>; rel=\"next\""));

        assertThatThrownBy(() -> run("elsewhere")).hasMessageContaining("another host");
    }

    @Test
    void noRedirectIsFollowedAndTheTokenGoesNowhereElse() {
        try (FakeListApi elsewhere = new FakeListApi(0)) {
            elsewhere.answer("moved", asked -> page(null, event("r1", "done", Instant.now())));
            api.answer(
                    "moved",
                    asked -> Answer.status(302)
                            .with("Location", elsewhere.url("/moved/events").toString()));

            assertThatThrownBy(() -> run("moved")).hasMessageContaining("status 302");

            assertThat(elsewhere.asked("moved")).isEmpty();
            assertThat(deliveries("moved")).isEmpty();
        }
    }

    @Test
    void whatWasSentMayBeInTheAnswerAboutOneElement() {
        Instant now = Instant.now();
        api.answer("items", asked -> {
            if (asked.path().endsWith("/items/7")) {
                return Answer.json("{\"id\":7,\"request\":{\"headers\":{\"X-Any\":\"1\"},\"payload\":"
                        + event("i7", "done", now) + "}}");
            }
            // One has gone meanwhile, and one is older than what is asked for.
            return asked.path().endsWith("/events")
                    ? Answer.json("{\"data\":[{\"id\":7,\"at\":\"" + now + "\"},{\"id\":8,\"at\":\"" + now
                            + "\"},{\"id\":9,\"at\":\"2020-01-01T00:00:00Z\"}]}")
                    : Answer.status(404);
        });

        assertThat(run("items").tally()).isEqualTo(new Tally(2, 1, 0, 0, 1, 0, 0));

        assertThat(moves("items")).containsExactly("i7 done backfill false");
        assertThat(api.asked("items")).noneMatch(asked -> asked.path().endsWith("/items/9"));
    }

    @Test
    void anElementThatFailsInRunAfterRunKeepsItsPageNoLongerAndIsTold() {
        Instant now = Instant.now();
        api.answer("sick", asked -> {
            if (asked.path().endsWith("/items/2")) {
                return Answer.status(500);
            }
            if (asked.path().contains("/items/")) {
                String key = "s" + asked.path().substring(asked.path().lastIndexOf('/') + 1);
                return Answer.json("{\"request\":{\"headers\":{},\"payload\":" + event(key, "done", now) + "}}");
            }
            return Answer.json(Stream.of(1, 2, 3)
                    .map(n -> "{\"id\":" + n + ",\"at\":\"" + now + "\"}")
                    .collect(Collectors.joining(",", "{\"data\":[", "]}")));
        });

        for (int run = 1; run <= 3; run++) {
            assertThatThrownBy(() -> run("sick")).isInstanceOf(JobFailure.class).hasMessageContaining("status 500");
            assertThat(state("sick", "backfill_until is null")).isEqualTo("true");
            execute("update ${schema}.source_state set backfill_not_before = now() where source = 'sick'");
        }
        assertThat(moves("sick"))
                .as("the others did not wait for it")
                .containsExactly("s1 done backfill false", "s3 done backfill false");

        Progress last = run("sick");

        assertThat(last.tally()).isEqualTo(new Tally(3, 0, 2, 0, 0, 0, 1));
        assertThat(last.complete()).isTrue();
        assertThat(state("sick", "backfill_until is not null and backfill_sick is null"))
                .isEqualTo("true");
        assertThat(sql("select recovered || ' ' || passed_over || ' ' || error from ${schema}.backfill_run"
                        + " where source = 'sick' order by started_at"))
                .containsExactly(
                        "2 0 status 500",
                        "0 0 status 500",
                        "0 0 status 500",
                        "0 1 passed over after failing in run after run: 1, the last 2 with status 500");
    }

    @Test
    void aProviderThatIsNotWellLosesNoElementHoweverLongItTakes() {
        Instant now = Instant.now();
        AtomicBoolean sick = new AtomicBoolean(true);
        api.answer("unwell", asked -> {
            if (asked.path().endsWith("/events")) {
                return Answer.json("{\"data\":[{\"id\":1,\"at\":\"" + now + "\"},{\"id\":2,\"at\":\"" + now + "\"}]}");
            }
            String key = "u" + asked.path().substring(asked.path().lastIndexOf('/') + 1);
            return sick.get() && key.equals("u2")
                    ? Answer.status(429)
                    : Answer.json("{\"request\":{\"headers\":{},\"payload\":" + event(key, "done", now) + "}}");
        });

        for (int run = 1; run <= 5; run++) {
            assertThatThrownBy(() -> run("unwell")).hasMessageContaining("status 429");
            execute("update ${schema}.source_state set backfill_not_before = now() where source = 'unwell'");
        }
        sick.set(false);

        assertThat(run("unwell").complete()).isTrue();
        assertThat(moves("unwell")).contains("u1 done backfill false", "u2 done backfill false");
    }

    @Test
    void secondReplicaDoesNotListTheSameSourceAtTheSameTime() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        api.answer("claimed", request -> {
            asked.countDown();
            awaited(go);
            return page(null, event("c1", "done", Instant.now()));
        });
        var first = replica().runNow(source("claimed")).subscribeAsCompletionStage();
        awaited(asked);

        assertThat(runIfFree("claimed")).isNull();

        go.countDown();
        assertThat(Objects.requireNonNull(first.join()).tally().recovered()).isEqualTo(1);
        assertThat(api.asked("claimed")).hasSize(1);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void replicaWhoseLeaseEndedChangesNothingAnyMore() {
        api.answer("lease", asked -> {
            execute("update ${schema}.source_state set backfill_claim = gen_random_uuid(), backfill_cursor = 'theirs'"
                    + " where source = 'lease'");
            return page("mine", event("x1", "done", Instant.now()));
        });

        assertThatThrownBy(() -> run("lease")).isInstanceOf(JobFailure.class).hasMessageContaining("taken over");

        assertThat(state("lease", "backfill_cursor")).isEqualTo("theirs");
        assertThat(state("lease", "backfill_claim is not null")).isEqualTo("true");
    }

    @Test
    void cursorThatRanOutIsForgotten() {
        api.answer("expired", asked -> asked.query().contains("cursor") ? Answer.status(400) : page("gone"));

        assertThatThrownBy(() -> run("expired")).hasMessageContaining("status 400");

        assertThat(state("expired", "backfill_cursor is null and backfill_since is not null"))
                .isEqualTo("true");
        assertThat(sql("select error from ${schema}.backfill_run where source = 'expired'"))
                .containsExactly("status 400");
    }

    @Test
    void cursorOutlivesARefusalThatIsNotAboutIt() {
        api.answer("refused", asked -> asked.query().contains("cursor") ? Answer.status(403) : page("p2"));

        assertThatThrownBy(() -> run("refused")).hasMessageContaining("status 403");

        assertThat(state("refused", "backfill_cursor")).isEqualTo("p2");
        assertThat(state("refused", "backfill_not_before > now() + interval '10 minutes'"))
                .isEqualTo("true");
    }

    @Test
    void eventWithoutATimeIsAsOldAsTheListSays() {
        String event = "{\"id\":\"evt_u\",\"type\":\"payment.done\",\"key\":\"u1\",\"state\":\"done\",\"amount\":1}";
        api.answer(
                "timeless",
                asked -> asked.path().endsWith("/events")
                        ? Answer.json(
                                "{\"data\":[{\"id\":1,\"at\":\"" + Instant.now().minusSeconds(3_600) + "\"}]}")
                        : Answer.json("{\"request\":{\"headers\":{},\"payload\":" + event + "}}"));

        run("timeless");

        assertThat(moves("timeless")).containsExactly("u1 done backfill true");
        assertThat(effects("timeless")).isEmpty();
    }

    @Test
    void wholePageIsTakenInHoweverManyItHas() {
        api.answer(
                "busy",
                asked -> page(
                        null,
                        Stream.iterate(1, n -> n <= 300, n -> n + 1)
                                .map(n -> event("b" + n, "done", Instant.now()))
                                .collect(Collectors.toList())
                                .toArray(String[]::new)));

        assertThat(run("busy").tally().recovered()).isEqualTo(300);
    }

    @Test
    void lookBeginsWhatIsDueAndPeopleSeeWhatCameOfIt() {
        api.answer("looked", asked -> page(null, event("z1", "done", Instant.now())));

        BackfillJob job = replica();
        job.look(List.of(source("looked"))).await().atMost(Duration.ofSeconds(30));

        await().untilAsserted(() -> {
            JsonPath source = given().header("Authorization", "Bearer " + BackfillProfile.VIEWER)
                    .get("/admin/sources/looked")
                    .jsonPath();
            assertThat(source.getInt("backfill.runs[0].missed")).isEqualTo(1);
            assertThat(source.getInt("backfill.runs[0].matched")).isZero();
            assertThat(source.getInt("backfill.runs[0].recovered")).isEqualTo(1);
            assertThat(source.getString("backfill.runs[0].endedAt")).isNotNull();
            assertThat(source.getString("backfill.until")).isNotNull();
        });
        await().untilAsserted(() -> {
            JsonPath status = given().header("Authorization", "Bearer " + BackfillProfile.VIEWER)
                    .get("/admin/status")
                    .jsonPath();
            assertThat(status.getInt("jobs.'backfill/looked'.detail.recovered")).isEqualTo(1);
        });
        await().untilAsserted(() -> assertThat(given().header("Authorization", "Bearer " + BackfillProfile.VIEWER)
                        .get("/admin/status")
                        .jsonPath()
                        .getMap("jobs.backfill.detail"))
                .containsKey("lagSeconds"));
        // Not due again for a while.
        int before = api.asked("looked").size();
        job.look(List.of(source("looked"))).await().atMost(Duration.ofSeconds(30));
        assertThat(api.asked("looked")).hasSize(before);

        // A process that was away looks at once: it cannot know what it missed.
        replica().look(List.of(source("looked"))).await().atMost(Duration.ofSeconds(30));
        await().untilAsserted(() -> assertThat(api.asked("looked")).hasSize(before + 1));

        // So does one whose first look failed.
        await().until(() -> state("looked", "backfill_lease is null or backfill_lease <= now()")
                .equals("true"));
        BackfillJob unlucky = replica();
        execute("alter table ${schema}.backfill_run rename to elsewhere");
        try {
            unlucky.look(List.of(source("looked"))).await().atMost(Duration.ofSeconds(30));
        } finally {
            execute("alter table ${schema}.elsewhere rename to backfill_run");
        }
        assertThat(api.asked("looked")).hasSize(before + 1);
        unlucky.look(List.of(source("looked"))).await().atMost(Duration.ofSeconds(30));
        await().untilAsserted(() -> assertThat(api.asked("looked")).hasSize(before + 2));
    }
}

package dev.pawl.service;

import static org.awaitility.Awaitility.await;

import dev.pawl.support.FakeListApi;
import dev.pawl.support.FakeListApi.Answer;
import dev.pawl.support.FakeServer.Request;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Work for the jobs, round by round, and what has to become of it. An operation's key is {@code r<round>-<kind>-<n>}:
 *
 * <pre>
 * bill    expires, since nobody can be asked
 * turn    waits with a parked event that has its turn
 * late    waits with a parked event that does not
 * old     becomes a tombstone, and its delivery goes with its day
 * doubt   has come on such a day, too, and is still open
 * listed  was missed, and the provider lists it
 * </pre>
 */
final class JobWorld {

    /** One that may be in the middle of something. */
    enum Job {
        BACKFILL,
        RETAIN,
        EXPIRE,
        PARKED
    }

    static final int BILLS = 600;
    static final int TURNS = 120;
    static final int LATE = 10;
    static final int OLD = 600;
    static final int DAYS = 3;
    static final int DOUBTS = 3;
    static final int PAGES = 20;
    static final int PER_PAGE = 10;

    private static final int AT_ONCE = 200;
    private static final int NOTHING_IS_LISTED = -1;
    private static final Pattern DELIVERY = Pattern.compile("\"delivery\":\"([0-9a-f-]{36})\"");

    private static final String CONFIG = """
            sources:
              p:
                verify: { algorithm: none }
                event: { each: /events, id: /id, type: /type, occurredAt: { at: /created, unit: seconds } }
                operations:
                  bill: { machine: bills, when: [bill], key: /op, state: { at: /state, map: { open: open } } }
                  step: { machine: steps, when: [step], key: /op, state: { at: /state, map: { a: a, b: b, c: c } } }
                  old:  { machine: ends,  when: [old],  key: /op, state: { value: done } }
              l:
                verify: { algorithm: none }
                event: { id: /id, type: /type, occurredAt: { at: /created, unit: seconds } }
                operations:
                  listed: { machine: ends, when: [listed], key: /op, state: { value: done } }
                backfill:
                  token: "${TEST_REPLICA}"
                  since: seconds
                  each: /data
                  next: { cursor: /next, parameter: cursor }
                  request: { url: "%s?since={field:since}", headers: { Authorization: "{token}" } }
            machines:
              bills:
                states:
                  open: { status: processing, initial: true, next: [paid], expireAfter: 7d }
                  paid: { status: completed }
              steps:
                strict: true
                parkFor: 1h
                states:
                  a: { status: processing, initial: true, next: [b] }
                  b: { status: processing, next: [c] }
                  c: { status: completed }
              ends:
                states:
                  done: { status: completed, initial: true }
            effects:
              - name: seen
                when: {}
                sql: "insert into public.seen (key, seq) values (:key, :seq::int)"
            """;

    private final OwnDatabase database;
    private final FakeListApi api;
    private final AtomicInteger listing = new AtomicInteger(NOTHING_IS_LISTED);
    private final AtomicReference<String> lastAsking = new AtomicReference<>("");

    JobWorld(OwnDatabase database, FakeListApi api) throws SQLException {
        this.database = database;
        this.api = api;
        api.answer("l", this::page);
        database.query("create table public.seen (key text not null, seq int not null)");
    }

    RunningService replica(Path folder, String name) throws IOException {
        Path config = folder.resolve(name + ".yaml");
        Files.writeString(config, CONFIG.formatted(api.url("/l/events")));
        return new RunningService(
                folder,
                database.url(),
                Map.of(
                        "PAWL_CONFIG", config.toString(),
                        "TEST_REPLICA", name,
                        "PAWL_EXPIRE_EVERY", "1s",
                        "PAWL_PARKED_EVERY", "1s",
                        "PAWL_RETAIN_EVERY", "1s",
                        "PAWL_RETAIN_DELAYED", "1s",
                        "PAWL_BACKFILL_EVERY", "2s",
                        "PAWL_BACKFILL_LOOK_EVERY", "1s",
                        "PAWL_BACKFILL_FIRST_LOOK", "1s"));
    }

    /** What the round's list says: its first page without a cursor, any other with its cursor. */
    private Answer page(Request asked) {
        lastAsking.set(asked.header("authorization"));
        Matcher cursor = Pattern.compile("cursor=r(\\d+)-(\\d+)").matcher(asked.query());
        boolean further = cursor.find();
        int round = further ? Integer.parseInt(cursor.group(1)) : listing.get();
        int page = further ? Integer.parseInt(cursor.group(2)) : 0;
        if (round == NOTHING_IS_LISTED) {
            return Answer.json("{\"data\":[],\"next\":null}");
        }
        String events = IntStream.range(page * PER_PAGE, (page + 1) * PER_PAGE)
                .mapToObj(n -> event("listed", key(round, "listed", n), "done"))
                .collect(Collectors.joining(","));
        String next = page + 1 < PAGES ? "\"r" + round + "-" + (page + 1) + "\"" : "null";
        return Answer.json("{\"data\":[" + events + "],\"next\":" + next + "}");
    }

    boolean listedBy(String replica) {
        return replica.equals(lastAsking.get());
    }

    /** Everything is there, and nothing is due yet. */
    void prepare(int round, RunningService replica) throws SQLException {
        // Nobody cleans up until the round begins.
        database.query("insert into pawl.retain_claim (claim, until) values (gen_random_uuid(), 'infinity')"
                + " on conflict (one) do update set claim = excluded.claim, until = excluded.until");
        for (int first = 0; first < BILLS; first += AT_ONCE) {
            send(replica, events("bill", round, "bill", "open", first, AT_ONCE));
        }
        for (String kind : List.of("turn", "late")) {
            int count = kind.equals("turn") ? TURNS : LATE;
            send(
                    replica,
                    events("step", round, kind, "a", 0, count) + "," + events("step", round, kind, "c", 0, count));
        }
        for (int n = 0; n < DAYS; n++) {
            int each = OLD / DAYS;
            moveToDay(
                    LocalDate.now(ZoneOffset.UTC).minusDays(60 + (long) DAYS * round + n),
                    send(replica, events("old", round, "old", "done", n * each, each)),
                    send(replica, events("bill", round, "doubt", "open", n * DOUBTS, DOUBTS)));
        }
        database.query("update pawl.operation set updated_at = now() - interval '500 days' where key like '"
                + key(round, "old", "%") + "'");
    }

    /** Now everything is due. */
    void begin(int round) throws SQLException {
        database.query("""
                do $$ begin
                    update pawl.operation set expires_at = now() where key like '%1$s';
                    -- As if the predecessor had come at the other replica in the same moment.
                    update pawl.operation set state = 'b' where key like '%2$s';
                    update pawl.parked p set due_at = now() from pawl.operation o
                        where o.id = p.operation_id and o.key like '%2$s';
                    update pawl.parked p set due_at = now(), overdue_at = now() from pawl.operation o
                        where o.id = p.operation_id and o.key like '%3$s';
                    update pawl.retain_claim set until = now();
                end $$
                """.formatted(key(round, "bill", "%"), key(round, "turn", "%"), key(round, "late", "%")));
        listing.set(round);
    }

    boolean hasBegun(Job job, int round) throws SQLException {
        return switch (job) {
            case BACKFILL -> count(round, "listed", "true") > 2 * PER_PAGE;
            case RETAIN ->
                !database.query("select name from pawl.partition_going").isEmpty();
            case EXPIRE -> count(round, "bill", "status = 'expired'") > 0;
            case PARKED -> count(round, "turn", "state = 'c'") > 0;
        };
    }

    /** As if the time of those who are gone were over. */
    void endLeases() throws SQLException {
        database.query("do $$ begin"
                + " update pawl.source_state set backfill_lease = now() where backfill_lease is not null;"
                + " update pawl.retain_claim set until = now() where until > now();"
                + " update pawl.parked set due_at = now() where due_at > now() and not overdue;"
                + " end $$");
    }

    /** What of the round the jobs have still to do, but for days. */
    Set<String> left(int round) throws SQLException {
        Map<String, Long> left = Map.of(
                "to expire", BILLS - count(round, "bill", "status = 'expired'"),
                "to have its turn", TURNS - count(round, "turn", "state = 'c'"),
                "to ask for attention", LATE - count(round, "late", "attention ? 'parked'"),
                "to become a tombstone", OLD - count(round, "old", "tombstone"),
                "to be listed", PAGES * PER_PAGE - count(round, "listed", "true"));
        return left.entrySet().stream()
                .filter(one -> one.getValue() != 0)
                .map(one -> one.getValue() + " " + one.getKey())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Days that have not gone, and what somebody has in hand: what stays so is stuck. */
    Set<String> leftOver() throws SQLException {
        return new TreeSet<>(database.query("""
                select 'effect ' || state || ' ' || coalesce(last_error, '') from pawl.effect where state <> 'done'
                union all select 'day on its way out: ' || name from pawl.partition_going
                union all select 'old day: ' || relname from pg_class
                    where relname ~ '^(delivery|event)_[0-9]{8}$' and right(relname, 8)::date < current_date - 35
                union all select 'question about ' || key from pawl.operation where check_claim is not null
                union all select 'list of ' || source from pawl.source_state
                    where backfill_claim is not null or backfill_cursor is not null
                union all select 'cleaning up' from pawl.retain_claim where until > now()
                union all select 'parked' from pawl.parked p join pawl.operation o on o.id = p.operation_id
                    where o.key not like '%-late-%' or not p.overdue
                """));
    }

    private static String key(int round, String kind, Object n) {
        return "r" + round + "-" + kind + "-" + n;
    }

    private static String events(String type, int round, String kind, String state, int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(n -> event(type, key(round, kind, n), state))
                .collect(Collectors.joining(","));
    }

    private static String event(String type, String key, String state) {
        return "{\"id\":\"%s-%s\",\"type\":\"%s\",\"op\":\"%s\",\"state\":\"%s\",\"created\":%d}"
                .formatted(key, state, type, key, state, Instant.now().getEpochSecond());
    }

    /** The delivery. */
    private static String send(RunningService replica, String events) {
        AtomicReference<String> delivery = new AtomicReference<>("");
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            HttpResponse<String> answer = replica.post(
                    "/webhooks/p", Map.of("Content-Type", "application/json"), "{\"events\":[" + events + "]}");
            Matcher id = DELIVERY.matcher(answer == null ? "" : answer.body());
            if (answer == null || answer.statusCode() != 200 || !id.find()) {
                return false;
            }
            delivery.set(id.group(1));
            return true;
        });
        return Objects.requireNonNull(delivery.get());
    }

    private void moveToDay(LocalDate day, String... deliveries) throws SQLException {
        database.query("""
                do $$ begin
                    perform pawl.make_partitions('%1$s', 1);
                    update pawl.event set received_on = '%1$s' where delivery_id in ('%2$s');
                    update pawl.delivery set received_on = '%1$s' where id in ('%2$s');
                end $$
                """.formatted(day, String.join("','", deliveries)));
    }

    private long count(int round, String kind, String condition) throws SQLException {
        return Long.parseLong(only("select count(*)::text from pawl.operation where key like '" + key(round, kind, "%")
                + "' and " + condition));
    }

    private String only(String sql) throws SQLException {
        return database.query(sql).iterator().next();
    }
}

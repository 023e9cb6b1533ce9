package dev.pawl.ledger;

import dev.pawl.core.outbound.SqlValues;
import dev.pawl.ledger.Rows.EffectId;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.SqlCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs the SQL effects of one batch at the end of its transaction, and writes all effects of the batch down: those that
 * ran as done, the others as open, for the dispatcher. First all together under one savepoint; when one does not
 * succeed, again without it and with a savepoint for each. A statement that meets a lock or cannot run at all is left to the
 * dispatcher for the rest of the batch. The application's locks and mistakes cost a bounded time and never the batch: it fails
 * only when Pawl's own statements do, or the connection.
 */
final class SqlPhase {

    /** More than 64 in one transaction would overflow PostgreSQL's cache of them, for all sessions. */
    static final int MAX_SAVEPOINTS = 32;

    /** Begins the reason why one is not done that can never be done as things are. */
    static final String CANNOT_RUN = "cannot run: ";

    private static final String NOT_TRIED = "not tried";

    /** Many short statements may be as bad as a long one: after this time the first try is cancelled. */
    private static final long TOGETHER_MS = 600;

    /** No further statement is begun after this time: with the longest one the phase is over after 800 ms. */
    private static final long BEGIN_ONE_MS = 300;

    /** For all of the application's statements in a transaction, also those that commands needed before. */
    private static final long ALL_MS = 1_200;

    private static final String ENTER = "savepoint effects; " + StatementLimits.SET;

    private static final String ONE_BY_ONE = "rollback to savepoint effects; " + StatementLimits.SET;
    private static final String BEGIN_ONE = "savepoint effect";
    private static final String KEEP_ONE = "release savepoint effect; ";
    private static final String UNDO_ONE = "rollback to savepoint effect; release savepoint effect; ";

    private final Vertx vertx;
    private final PgConnection open;
    private final Lane.Sql sql;
    private final int slot;
    private final long began = System.nanoTime();
    private final long leftMs;
    private final Set<EffectId> ran;
    private final Set<EffectId> done = new HashSet<>();
    /** Operations and names of which one did not run: a later one waits for it. */
    private final Set<EffectId> waiting = new HashSet<>();
    /** Names whose statement met a lock or cannot run: the next would most likely wait as long, or fail as well. */
    private final Set<String> left = new HashSet<>();

    private final Map<EffectId, String> notDone = new HashMap<>();

    private int savepoints;
    private boolean stalePlan;
    private boolean cancelled;

    /**
     * How the phase ended.
     *
     * @param notDone why, in the database's words where it has any: they may hold values
     * @param stalePlan whether the connection holds a plan that no longer fits the application's tables
     */
    record Ended(Set<EffectId> done, Map<EffectId, String> notDone, boolean stalePlan) {
        static final Ended NOTHING = new Ended(Set.of(), Map.of(), false);
    }

    /**
     * @param ran effects of the batch that ran already
     * @param spentMs how long that took
     */
    SqlPhase(Vertx vertx, PgConnection open, Lane.Sql sql, int slot, Set<EffectId> ran, long spentMs) {
        this.vertx = vertx;
        this.ran = ran;
        this.leftMs = ALL_MS - spentMs;
        this.open = open;
        this.sql = sql;
        this.slot = slot;
    }

    /**
     * Fails only where the batch has to.
     *
     * @param effects in the order in which they run
     * @param all effects of the batch, of every kind
     */
    Future<Ended> run(List<EffectRow> effects, List<EffectRow> all) {
        return open.preparedQuery(sql.schema().in(EffectSql.MAY_RUN))
                .execute(EffectParameters.mayRun(effects))
                .map(rows -> runnable(effects, rows))
                .compose(runnable -> together(runnable, all))
                .map(written -> ended(effects));
    }

    private Ended ended(List<EffectRow> effects) {
        Map<EffectId, String> reasons = new HashMap<>();
        for (EffectRow effect : effects) {
            if (!done.contains(effect.id())) {
                reasons.put(effect.id(), notDone.getOrDefault(effect.id(), NOT_TRIED));
            }
        }
        return new Ended(Set.copyOf(done), Map.copyOf(reasons), stalePlan);
    }

    private List<EffectRow> runnable(List<EffectRow> effects, RowSet<Row> mayRun) {
        Set<EffectId> ids = new HashSet<>();
        mayRun.forEach(row -> ids.add(new EffectId(row.getUUID(0), row.getInteger(1), row.getString(2))));
        Set<EffectId> waiting = new HashSet<>();
        List<EffectRow> runnable = new ArrayList<>();
        for (EffectRow effect : effects) {
            boolean free = ids.contains(effect.id()) && !waiting.contains(line(effect));
            if (!ids.contains(effect.id())) {
                notDone.put(effect.id(), "not tried: one of its name goes first, or has been there");
            }
            if (free && call(effect).missing().isEmpty() && !sql.unusable().rests(text(effect))) {
                runnable.add(effect);
            } else {
                waiting.add(line(effect));
                List<String> missing = call(effect).missing();
                if (!missing.isEmpty()) {
                    notDone.put(effect.id(), "no value for :" + String.join(", :", missing));
                }
            }
        }
        return runnable;
    }

    private Future<?> together(List<EffectRow> effects, List<EffectRow> all) {
        if (effects.isEmpty()) {
            return written(all);
        }
        Future<?> entered = open.query(ENTER).execute();
        List<Future<RowSet<Row>>> calls = effects.stream().map(this::called).toList();
        done.addAll(effects.stream().map(EffectRow::id).collect(Collectors.toSet()));
        Future<?> unset = open.query(StatementLimits.UNSET).execute();
        Future<?> written = written(all);
        long millis = Math.max(1, Math.min(TOGETHER_MS, leftMs));
        return StatementLimits.within(millis, vertx, open, Future.join(calls), () -> cancelled = true)
                .transform(ended -> Future.join(entered, unset, written).transform(rest -> {
                    int failed = firstNotDone(effects, calls);
                    if (failed < effects.size() || (rest.failed() && cancelled)) {
                        return again(effects, calls, failed, all);
                    }
                    return rest.succeeded() ? Future.succeededFuture() : Future.failedFuture(rest.cause());
                }));
    }

    /** The place of the one that explains the failure of the others; their number when all are done. */
    private static int firstNotDone(List<EffectRow> effects, List<Future<RowSet<Row>>> calls) {
        int place = 0;
        while (place < effects.size() && asExpected(effects.get(place), calls.get(place))) {
            place++;
        }
        return place;
    }

    /** Without the one that failed, since the same before it makes the same of it, and without those it holds up. */
    private Future<?> again(List<EffectRow> effects, List<Future<RowSet<Row>>> calls, int failed, List<EffectRow> all) {
        done.clear();
        List<EffectRow> others = new ArrayList<>(effects.subList(0, failed));
        if (failed < effects.size()) {
            leave(effects.get(failed), calls.get(failed));
            effects.stream().skip(failed).filter(effect -> !isLeft(effect)).forEach(others::add);
            // Those before it had succeeded.
            waiting.clear();
            left.clear();
        }
        return open.query(ONE_BY_ONE).execute().compose(back -> oneByOne(others, 0, "", all));
    }

    /** @param cleanup what is to be done about the savepoint of the one before */
    private Future<?> oneByOne(List<EffectRow> effects, int index, String cleanup, List<EffectRow> all) {
        int next = index;
        while (next < effects.size() && isLeft(effects.get(next))) {
            next++;
        }
        long lastBegin = Math.min(BEGIN_ONE_MS, leftMs - StatementLimits.LONGEST_MS);
        boolean late = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) > lastBegin;
        if (next == effects.size() || savepoints == MAX_SAVEPOINTS || late) {
            Future<?> unset = open.query(cleanup + StatementLimits.UNSET).execute();
            return Future.join(unset, written(all));
        }
        savepoints++;
        EffectRow effect = effects.get(next);
        int following = next + 1;
        Future<?> begun = open.query(cleanup + BEGIN_ONE).execute();
        Future<RowSet<Row>> call = called(effect);
        return begun.compose(marked -> call.transform(ended -> {
            boolean ran = asExpected(effect, call);
            if (ran) {
                done.add(effect.id());
            } else {
                leave(effect, call);
            }
            return oneByOne(effects, following, ran ? KEEP_ONE : UNDO_ONE, all);
        }));
    }

    private void leave(EffectRow effect, Future<RowSet<Row>> call) {
        waiting.add(line(effect));
        Throwable failure = call.cause();
        notDone.put(effect.id(), failure == null ? "it touched " + call.result().rowCount() + " rows" : why(failure));
        if (failure != null && (SqlState.of(failure) == SqlState.LOCKED || SqlState.isUnusable(failure))) {
            left.add(effect.name());
        }
    }

    private static String why(Throwable failure) {
        String said = SqlState.describe(failure) + ": " + SqlState.message(failure);
        return SqlState.isUnusable(failure) ? CANNOT_RUN + said : said;
    }

    private boolean isLeft(EffectRow effect) {
        return waiting.contains(line(effect)) || left.contains(effect.name());
    }

    private Future<RowSet<Row>> called(EffectRow effect) {
        SqlCall call = call(effect);
        SqlValues values = call.values();
        return open.preparedQuery(text(effect))
                .execute(Tuple.from(values.bound(call.target().statement())))
                .onFailure(failure -> {
                    stalePlan |= SqlState.isStalePlan(failure);
                    if (SqlState.isUnusable(failure)) {
                        sql.unusable().failed(text(effect));
                    }
                });
    }

    private Future<RowSet<Row>> written(List<EffectRow> all) {
        Set<EffectId> over = new HashSet<>(ran);
        over.addAll(done);
        return open.preparedQuery(sql.schema().in(EffectSql.INSERT_EFFECTS))
                .execute(EffectParameters.effects(all, over, slot));
    }

    private static boolean asExpected(EffectRow effect, Future<RowSet<Row>> call) {
        return call.succeeded() && call(effect).target().accepts(call.result().rowCount());
    }

    private static SqlCall call(EffectRow effect) {
        return Objects.requireNonNull(effect.sql());
    }

    private static String text(EffectRow effect) {
        return call(effect).target().statement().text();
    }

    private static EffectId line(EffectRow effect) {
        return new EffectId(effect.operation(), 0, effect.name());
    }
}

package dev.pawl.ledger;

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
import org.jspecify.annotations.Nullable;

/**
 * Runs the SQL effects that commands cannot do without, before anything is written: what they come to decides what is
 * written. First all together under one savepoint; when one does not succeed, again with a savepoint for each command, as
 * many as there is room and time for. Fails only with the connection.
 */
final class RequiredPhase {

    /** Half of what may be in one transaction; the other half is {@link SqlPhase}'s. */
    private static final int MAX_SAVEPOINTS = 24;

    private static final long TOGETHER_MS = 500;

    /** With the SQL effects at the batch's end, the transaction stays below what its senders wait for. */
    private static final long ALL_MS = 900;

    private static final long BEGIN_ONE_MS = 700;
    private static final long SHORTEST_MS = 200;
    private static final int LOCK_MS = 100;

    /** Enough where the row is free. */
    private static final int LOCK_AGAIN_MS = 10;

    private static final int LONGEST = 500;
    private static final String RAISED = "P0001";

    private static final String ENTER = "savepoint required; " + StatementLimits.SET;
    private static final String ONE_BY_ONE = "rollback to savepoint required; " + StatementLimits.SET;
    private static final String BEGIN_ONE =
            "savepoint command; set local lock_timeout = %d; set local statement_timeout = %d";
    private static final String KEEP_ONE = "release savepoint command; ";
    private static final String UNDO_ONE = "rollback to savepoint command; release savepoint command; ";

    private final Vertx vertx;
    private final PgConnection open;
    private final SchemaName schema;
    private final long began = System.nanoTime();
    private final Map<Entry<?>, Ending> endings = new HashMap<>();
    /** Effects that must not run now: an earlier one is open, or one that runs once has been. */
    private final Set<EffectId> barred = new HashSet<>();

    /** Names of effects whose statement met a lock, and waited for it. */
    private final Set<String> locked = new HashSet<>();

    private final boolean lastChance;
    private boolean stalePlan;

    /** @param lastChance whether what cannot run on this connection, and now, has no other */
    RequiredPhase(Vertx vertx, PgConnection open, SchemaName schema, boolean lastChance) {
        this.vertx = vertx;
        this.open = open;
        this.schema = schema;
        this.lastChance = lastChance;
    }

    /** Whether the connection holds a plan that no longer fits the application's tables. */
    boolean stalePlan() {
        return stalePlan;
    }

    long elapsedMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    Future<Map<Entry<?>, Ending>> run(List<RequiredEffects> commands) {
        List<EffectRow> all =
                commands.stream().flatMap(command -> command.effects().stream()).toList();
        return open.preparedQuery(schema.in(EffectSql.MAY_RUN))
                .execute(EffectParameters.mayRun(all))
                .map(rows -> runnable(commands, all, rows))
                .compose(this::together)
                .map(done -> endings);
    }

    /** Those that can run as they are; the others have got their ending. */
    private List<RequiredEffects> runnable(List<RequiredEffects> commands, List<EffectRow> all, RowSet<Row> free) {
        all.forEach(effect -> barred.add(effect.id()));
        free.forEach(row -> barred.remove(new EffectId(row.getUUID(0), row.getInteger(1), row.getString(2))));
        List<RequiredEffects> runnable = new ArrayList<>();
        for (RequiredEffects command : commands) {
            Ending known = knownEnding(command);
            if (known == null) {
                runnable.add(command);
            } else {
                endings.put(command.entry(), known);
            }
        }
        return runnable;
    }

    private @Nullable Ending knownEnding(RequiredEffects command) {
        for (EffectRow effect : command.effects()) {
            List<String> missing =
                    call(effect).values().missing(call(effect).target().statement());
            if (!missing.isEmpty()) {
                return Ending.rejected("effect " + effect.name() + " needs " + String.join(", ", missing));
            }
            if (barred.contains(effect.id()) && !effect.once()) {
                return Ending.notKnown("an earlier effect " + effect.name() + " is open");
            }
        }
        return null;
    }

    private Future<?> together(List<RequiredEffects> commands) {
        if (commands.isEmpty()) {
            return Future.succeededFuture();
        }
        Future<?> entered = open.query(ENTER).execute();
        List<List<Future<RowSet<Row>>>> calls =
                commands.stream().map(this::called).toList();
        Future<?> left = open.query(StatementLimits.UNSET).execute();
        List<Future<RowSet<Row>>> all = calls.stream().flatMap(List::stream).toList();
        return StatementLimits.within(TOGETHER_MS, vertx, open, Future.join(all), () -> {})
                .transform(ended -> Future.join(entered, left).transform(rest -> {
                    boolean done = rest.succeeded();
                    for (int i = 0; i < commands.size(); i++) {
                        done &= ending(commands.get(i), calls.get(i)).kind() == Ending.Kind.DONE;
                    }
                    if (!done) {
                        stalePlan = false;
                        return open.query(ONE_BY_ONE).execute().compose(back -> oneByOne(commands, 0, ""));
                    }
                    commands.forEach(command -> endings.put(command.entry(), Ending.done(command.calls())));
                    return Future.succeededFuture();
                }));
    }

    /** @param cleanup what is to be done about the savepoint of the one before */
    private Future<?> oneByOne(List<RequiredEffects> commands, int index, String cleanup) {
        long elapsed = elapsedMs();
        boolean late = elapsed > BEGIN_ONE_MS;
        if (index == commands.size() || index == MAX_SAVEPOINTS || (late && index > 0)) {
            commands.subList(index, commands.size()).forEach(command -> endings.put(command.entry(), Ending.putOff()));
            return open.query(cleanup + StatementLimits.UNSET).execute();
        }
        RequiredEffects command = commands.get(index);
        Future<?> begun = open.query(cleanup + beginOne(command, elapsed)).execute();
        List<Future<RowSet<Row>>> calls = called(command);
        return begun.compose(marked -> Future.join(calls).transform(ended -> {
            Ending ending = ending(command, calls);
            endings.put(command.entry(), ending);
            return oneByOne(commands, index + 1, ending.kind() == Ending.Kind.DONE ? KEEP_ONE : UNDO_ONE);
        }));
    }

    private String beginOne(RequiredEffects command, long elapsed) {
        long left = Math.max(SHORTEST_MS, Math.min(TOGETHER_MS, ALL_MS - elapsed));
        boolean again = !lastChance && command.effects().stream().anyMatch(effect -> locked.contains(effect.name()));
        return BEGIN_ONE.formatted(
                again ? LOCK_AGAIN_MS : LOCK_MS,
                left / Math.max(1, command.effects().size()));
    }

    private List<Future<RowSet<Row>>> called(RequiredEffects command) {
        List<Future<RowSet<Row>>> calls = new ArrayList<>();
        for (EffectRow effect : command.effects()) {
            SqlCall call = call(effect);
            if (!barred.contains(effect.id())) {
                calls.add(open.preparedQuery(call.target().statement().text())
                        .execute(Tuple.from(call.values().bound(call.target().statement())))
                        .onFailure(failure -> note(effect, failure)));
            }
        }
        return calls;
    }

    private void note(EffectRow effect, Throwable failure) {
        stalePlan |= SqlState.isStalePlan(failure);
        if (SqlState.of(failure) == SqlState.LOCKED) {
            locked.add(effect.name());
        }
    }

    private Ending ending(RequiredEffects command, List<Future<RowSet<Row>>> calls) {
        List<EffectRow> ran = command.effects().stream()
                .filter(effect -> !barred.contains(effect.id()))
                .toList();
        for (int i = 0; i < ran.size(); i++) {
            Ending ending = ending(ran.get(i), calls.get(i));
            if (ending != null) {
                return ending;
            }
        }
        return Ending.done(command.calls());
    }

    /** Null: done. The first of a command's statements that is not explains the others. */
    private @Nullable Ending ending(EffectRow effect, Future<RowSet<Row>> call) {
        if (call.succeeded()) {
            int rows = call.result().rowCount();
            return call(effect).target().accepts(rows)
                    ? null
                    : Ending.rejected("effect " + effect.name() + " changed " + rows + " rows");
        }
        String code = SqlState.code(call.cause());
        String what = "effect " + effect.name() + ": ";
        if (RAISED.equals(code)) {
            return Ending.rejected(what + shortened(SqlState.message(call.cause())));
        }
        if (!lastChance && SqlState.isStalePlan(call.cause())) {
            return Ending.putOff();
        }
        if (!lastChance && SqlState.of(call.cause()) == SqlState.LOCKED) {
            return Ending.locked();
        }
        String described = what + SqlState.describe(call.cause());
        return code != null && (code.startsWith("22") || code.startsWith("23"))
                ? Ending.rejected(described)
                : Ending.notKnown(described);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }

    private static SqlCall call(EffectRow effect) {
        return Objects.requireNonNull(effect.sql());
    }
}

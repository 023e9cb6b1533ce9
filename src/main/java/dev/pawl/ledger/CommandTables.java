package dev.pawl.ledger;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.outbound.CommandAnswer;
import dev.pawl.ledger.CommandRows.AttemptRow;
import dev.pawl.ledger.CommandRows.Claim;
import dev.pawl.ledger.CommandRows.Found;
import dev.pawl.ledger.CommandRows.Identity;
import dev.pawl.ledger.CommandRows.Known;
import dev.pawl.ledger.CommandRows.Last;
import dev.pawl.ledger.CommandRows.Owner;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes the rows of commands within a transaction: a constant number of statements, sent together. */
final class CommandTables {

    private final BiFunction<String, Tuple, Future<RowSet<Row>>> run;
    private final List<Future<RowSet<Row>>> statements = new ArrayList<>();

    /** @param run sends one statement, the schema's name not yet filled in */
    CommandTables(BiFunction<String, Tuple, Future<RowSet<Row>>> run) {
        this.run = run;
    }

    /** What was sent, in order. */
    List<Future<RowSet<Row>>> statements() {
        return statements;
    }

    private Future<RowSet<Row>> send(String statement, Tuple parameters) {
        Future<RowSet<Row>> sent = run.apply(statement, parameters);
        statements.add(sent);
        return sent;
    }

    Looking find(CommandLookup lookup) {
        return new Looking(
                send(CommandSql.FIND_CLAIMS, Tuple.tuple().addArrayOfUUID(ids(lookup.claims()))),
                send(CommandSql.FIND_ANSWERS, Tuple.tuple().addArrayOfUUID(ids(lookup.operations()))),
                send(
                        CommandSql.FIND_IDENTITIES,
                        identities(lookup.identities()).addArrayOfUUID(ids(lookup.operations()))),
                lookup.commanded().isEmpty()
                        ? null
                        : send(CommandSql.FIND_LAST_CLAIMS, Tuple.tuple().addArrayOfUUID(ids(lookup.commanded()))));
    }

    /** Questions under way; {@link #found()} is for when all have been answered. */
    record Looking(
            Future<RowSet<Row>> claims,
            Future<RowSet<Row>> answers,
            Future<RowSet<Row>> identities,
            @Nullable Future<RowSet<Row>> last) {
        Found found() {
            Map<UUID, Known> known = new HashMap<>();
            Map<UUID, CommandAnswer> ended = new HashMap<>();
            Map<Identity, Owner> owners = new HashMap<>();
            for (Row row : claims.result()) {
                known.put(row.getUUID(0), known(row));
                CommandAnswer answer = answerOfClaim(row);
                if (answer != null) {
                    ended.put(row.getUUID(5), answer);
                }
            }
            for (Row row : answers.result()) {
                ended.put(row.getUUID(0), answer(row, 1));
            }
            for (Row row : identities.result()) {
                CommandKey key = new CommandKey(row.getString(5), row.getString(6), row.getString(7), row.getString(8));
                owners.put(identity(row), new Owner(row.getUUID(3), row.getUUID(4), key));
            }
            Map<UUID, Last> lasts = new HashMap<>();
            if (last != null) {
                last.result().forEach(row -> lasts.put(row.getUUID(5), new Last(claim(row), row.getBoolean(8))));
            }
            return new Found(known, owners, ended, lasts);
        }
    }

    /** Of a row of {@link CommandSql#FIND_CLAIMS}. */
    static Known known(Row row) {
        return new Known(claim(row), row.getBoolean(8));
    }

    private static Claim claim(Row row) {
        CommandKey key = new CommandKey(row.getString(1), row.getString(2), row.getString(3), row.getString(4));
        Fingerprint fingerprint = Fingerprint.of(Json.readTexts(row.getString(7)));
        return new Claim(key, row.getUUID(5), row.getString(6), fingerprint);
    }

    /** Of a row of {@link CommandSql#FIND_CLAIMS}; null: there is none. */
    static @Nullable CommandAnswer answerOfClaim(Row row) {
        return row.getString(9) == null ? null : answer(row, 9);
    }

    /** @param at of the first of its four columns */
    static CommandAnswer answer(Row row, int at) {
        return new CommandAnswer(
                Status.valueOf(row.getString(at).toUpperCase(Locale.ROOT)),
                row.getInteger(at + 1),
                Json.readTexts(row.getString(at + 2)),
                row.getBuffer(at + 3).toString(StandardCharsets.UTF_8));
    }

    private static Identity identity(Row row) {
        return new Identity(row.getString(0), row.getString(1), row.getString(2));
    }

    Writing write(CommandRows rows) {
        List<Claim> claims = List.copyOf(rows.claims.values());
        Set<Identity> taken = rows.identities.keySet();
        Future<RowSet<Row>> claimed = claims.isEmpty() ? null : send(CommandSql.INSERT_CLAIMS, claims(claims));
        if (!rows.freed.isEmpty()) {
            send(CommandSql.FREE_IDENTITIES, Tuple.tuple().addArrayOfUUID(ids(rows.freed)));
        }
        Future<RowSet<Row>> identified =
                taken.isEmpty() ? null : send(CommandSql.INSERT_IDENTITIES, owned(taken, rows.identities.values()));
        if (!rows.withdrawn.isEmpty()) {
            send(CommandSql.WITHDRAW_ANSWERS, Tuple.tuple().addArrayOfUUID(ids(rows.withdrawn)));
        }
        if (!rows.newOf.isEmpty()) {
            Tuple links = Tuple.tuple().addArrayOfUUID(ids(rows.newOf.keySet()));
            send(CommandSql.LINK, links.addArrayOfUUID(ids(rows.newOf.values())));
        }
        if (!rows.attempts.isEmpty()) {
            send(CommandSql.INSERT_ATTEMPTS, attempts(rows.attempts));
        }
        if (!rows.answers.isEmpty()) {
            send(CommandSql.KEEP_ANSWERS, answers(rows));
            send(CommandSql.SETTLE_ATTEMPTS, ended(rows));
        }
        return new Writing(claims, claimed, taken, identified);
    }

    /** Two inserts under way that may meet somebody else's rows. */
    record Writing(
            List<Claim> claims,
            @Nullable Future<RowSet<Row>> claimed,
            Set<Identity> taken,
            @Nullable Future<RowSet<Row>> identified) {

        /** Ids of keys and business identities that somebody else was faster to take; for when all statements have ended. */
        Set<UUID> lost() {
            Set<UUID> lost = new HashSet<>();
            if (claimed != null && claimed.succeeded()) {
                claims.forEach(claim -> lost.add(claim.key().id()));
                claimed.result().forEach(row -> lost.remove(row.getUUID(0)));
            }
            if (identified != null && identified.succeeded()) {
                taken.forEach(identity -> lost.add(identity.id()));
                identified.result().forEach(row -> lost.remove(identity(row).id()));
            }
            return lost;
        }
    }

    private static UUID[] ids(Collection<UUID> ids) {
        return ids.toArray(UUID[]::new);
    }

    private static <R> String[] texts(Collection<R> rows, Function<R, @Nullable String> value) {
        return rows.stream().map(value).toArray(String[]::new);
    }

    private static <R> UUID[] uuids(Collection<R> rows, Function<R, UUID> value) {
        return rows.stream().map(value).toArray(UUID[]::new);
    }

    private static Tuple claims(List<Claim> rows) {
        return Tuple.tuple()
                .addArrayOfUUID(uuids(rows, row -> row.key().id()))
                .addArrayOfString(texts(rows, row -> row.key().source()))
                .addArrayOfString(texts(rows, row -> row.key().caller()))
                .addArrayOfString(texts(rows, row -> row.key().type()))
                .addArrayOfString(texts(rows, row -> row.key().key()))
                .addArrayOfUUID(uuids(rows, Claim::operation))
                .addArrayOfString(texts(rows, Claim::state))
                .addArrayOfString(
                        texts(rows, row -> Json.write(row.fingerprint().fields())));
    }

    private static Tuple identities(Collection<Identity> rows) {
        return Tuple.tuple()
                .addArrayOfString(texts(rows, Identity::scope))
                .addArrayOfString(texts(rows, Identity::type))
                .addArrayOfString(texts(rows, Identity::value));
    }

    private static Tuple owned(Collection<Identity> rows, Collection<Owner> owners) {
        return identities(rows)
                .addArrayOfUUID(uuids(owners, Owner::operation))
                .addArrayOfUUID(uuids(owners, Owner::claim));
    }

    private static Tuple ended(CommandRows rows) {
        return Tuple.tuple()
                .addArrayOfUUID(ids(rows.answers.keySet()))
                .addArrayOfString(
                        texts(rows.answers.values(), row -> row.ended().word()));
    }

    private static Tuple answers(CommandRows rows) {
        Collection<CommandAnswer> answers = rows.answers.values();
        return ended(rows)
                .addArrayOfInteger(answers.stream().map(CommandAnswer::status).toArray(Integer[]::new))
                .addArrayOfString(texts(answers, row -> Json.write(row.headers())))
                .addArrayOfBuffer(
                        answers.stream().map(row -> Buffer.buffer(row.body())).toArray(Buffer[]::new));
    }

    private static Tuple attempts(List<AttemptRow> rows) {
        return Tuple.tuple()
                .addArrayOfUUID(uuids(rows, AttemptRow::operation))
                .addArrayOfString(texts(rows, AttemptRow::caller))
                .addArrayOfString(texts(rows, AttemptRow::cause))
                .addArrayOfString(texts(rows, AttemptRow::outcome))
                .addArrayOfString(texts(rows, AttemptRow::error));
    }
}

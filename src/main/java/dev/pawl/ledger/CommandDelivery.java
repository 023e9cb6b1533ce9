package dev.pawl.ledger;

import dev.pawl.config.Source;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Verdict;
import dev.pawl.ledger.CommandRows.Known;
import dev.pawl.ledger.Rows.DeliveryRow;
import dev.pawl.ledger.Rows.EventRow;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A command as it came: its key, and what is written down of it whatever becomes of it.
 *
 * @param keyIds of the rows that may say that the key is taken; of several, the first one counts
 */
record CommandDelivery(CommandKey key, List<UUID> keyIds, Assertion assertion, DeliveryRow row) {

    static CommandDelivery of(Ledger.Command command) {
        Source source = command.source();
        Assertion assertion = command.said().assertion();
        CommandKeys keys =
                CommandKeys.of(source, command.caller(), assertion.key().type(), command.key());
        UUID id = DeliveryIds.next(command.receivedAt());
        DeliveryRow row = new DeliveryRow(
                DeliveryIds.day(id),
                id,
                source.name(),
                command.receivedAt(),
                command.secret(),
                RequestNotes.headers(source, command.request()),
                Buffer.buffer(command.request().body()),
                assertion.cause(),
                false,
                RequestNotes.trace(command.request(), id));
        return new CommandDelivery(keys.present(), keys.ids(), assertion, row);
    }

    /** Null: the key is free. */
    @Nullable
    Known known(Batch batch) {
        for (UUID id : keyIds) {
            Known known = batch.commands.claim(id);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    /** @param about the operation; null: there is none */
    void event(Batch batch, @Nullable UUID about, Verdict verdict, @Nullable String reason) {
        batch.events.add(new EventRow(
                row.receivedOn(),
                row.id(),
                0,
                Rows.Run.RECEIVED,
                key.source(),
                key.key(),
                key.type(),
                about,
                assertion.state(),
                assertion.order().occurredAt(),
                verdict.word(),
                reason,
                null));
        batch.counters.add(key.source(), "verdict", verdict.word(), 1);
    }
}

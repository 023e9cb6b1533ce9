package dev.pawl.core.interpret;

import dev.pawl.core.interpret.Event.Kind;
import dev.pawl.core.interpret.Interpretation.Outcome;
import dev.pawl.core.interpret.Interpretation.Outcome.Asserted;
import dev.pawl.core.interpret.Interpretation.Outcome.Ignored;
import dev.pawl.core.interpret.Interpretation.Outcome.Invalid;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one event: rows 2–4 of the decision, then an assertion per operation type. */
final class EventReader {

    static final int MAX_TEXT = 512;

    private final Recipe recipe;
    private final Event event;
    private final @Nullable String id;
    private final @Nullable String type;
    private final Found time;
    private final @Nullable Instant occurredAt;

    EventReader(Recipe recipe, Event event) {
        this.recipe = recipe;
        this.event = event;
        this.id = recipe.id() == null ? null : storable(event.read(recipe.id(), Kind.IDENTITY));
        this.type = storable(event.firstOf(recipe.type(), Kind.TEXT));
        TimeRule rule = recipe.occurredAt();
        this.time = rule == null ? Found.ABSENT : event.read(rule.at(), Kind.SCALAR);
        Instant read =
                rule == null || time.text() == null ? null : rule.format().read(time.text());
        this.occurredAt = read == null ? null : read.truncatedTo(ChronoUnit.MICROS);
    }

    /** One reading per matching operation type; exactly one where nothing can be asserted. */
    List<Reading> read() {
        if (!event.element().isObject()) {
            return List.of(reading(new Invalid("event")));
        }
        if (type == null) {
            return List.of(reading(new Invalid("type")));
        }
        List<OperationRecipe> operations = recipe.operations().stream()
                .filter(operation -> operation.isAbout(type))
                .toList();
        if (operations.isEmpty()) {
            return List.of(reading(new Ignored("type")));
        }
        Owner owner = Owner.of(recipe, event);
        return owner.refusal() != null
                ? List.of(reading(owner.refusal()))
                : operations.stream()
                        .map(operation -> reading(outcome(operation, type, owner.account())))
                        .toList();
    }

    private Reading reading(Outcome outcome) {
        return new Reading(id, type, occurredAt, outcome);
    }

    private Outcome outcome(OperationRecipe operation, String eventType, String account) {
        String key = operation.key().read(event).text();
        if (key == null || OperationKey.problemWith(key, OperationKey.MAX_KEY) != null) {
            return new Invalid("key");
        }
        String state = Values.state(operation.state(), event, eventType);
        if (state == null) {
            return new Invalid("state");
        }
        Long version = operation.version() == null ? null : version(event.read(operation.version(), Kind.IDENTITY));
        if (operation.version() != null && version == null) {
            return new Invalid("version");
        }
        if (time.present() && occurredAt == null) {
            return new Invalid("occurredAt");
        }
        Order order = new Order(version, occurredAt);
        if (operation.machine().onCycle(state) && !order.known()) {
            return new Invalid("order");
        }
        OperationKey identity = new OperationKey(
                recipe.scope(), account, operation.type(), operation.key().stored(key));
        return new Asserted(assertion(operation, identity, state, order));
    }

    private Assertion assertion(OperationRecipe operation, OperationKey key, String state, Order order) {
        return new Assertion(
                key,
                recipe.source(),
                operation.machine().name(),
                state,
                order,
                Values.fingerprint(operation.invariant(), operation.machine(), event, state),
                Values.fields(operation.fields(), event),
                operation.changes(),
                reference(operation, event),
                Cause.DELIVERY);
    }

    static @Nullable String reference(OperationRecipe operation, Event event) {
        return operation.reference() == null ? null : storable(event.read(operation.reference(), Kind.IDENTITY));
    }

    static @Nullable Long version(Found found) {
        return found.text() == null ? null : Numbers.whole(found.text());
    }

    private static @Nullable String storable(Found found) {
        String text = found.text();
        return text == null || OperationKey.problemWith(text, MAX_TEXT) != null ? null : text;
    }
}

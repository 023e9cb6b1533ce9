package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.pawl.core.interpret.CommandReading.Understood;
import dev.pawl.core.interpret.CommandReading.Unreadable;
import dev.pawl.core.interpret.CommandReading.Unusable;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one authentic command: what it asserts, and about which operation. */
public final class CommandReader {

    /** Name of the fingerprint's only field where all of the body is invariant; no pointer gives a field this name. */
    static final String WHOLE_BODY = "(body)";

    private final CommandRecipe recipe;
    private final CommandRecipe.Type type;
    private final Event event;

    private CommandReader(CommandRecipe recipe, CommandRecipe.Type type, Event event) {
        this.recipe = recipe;
        this.type = type;
        this.event = event;
    }

    /**
     * @param key the idempotency key, which is the operation's where the body names none
     * @param caller whose operation it is where the body does not say
     * @param receivedAt the business time where the body tells none
     */
    public static CommandReading read(
            CommandRecipe recipe,
            CommandRecipe.Type type,
            VerifiedRequest verified,
            String key,
            String caller,
            Instant receivedAt) {
        InboundRequest request = verified.request();
        return BodyDocument.of(recipe.recipe().body(), request, recipe.limit())
                .<CommandReading>fold(
                        root -> root.isObject()
                                ? new CommandReader(recipe, type, new Event(request, root, root))
                                        .read(key, caller, receivedAt)
                                : new Unreadable("not a JSON object"),
                        Unreadable::new);
    }

    private CommandReading read(String header, String caller, Instant receivedAt) {
        Owner owner = Owner.of(recipe.recipe(), event);
        String account = owner.refusal() == null ? account(owner, caller) : null;
        if (account == null) {
            return new Unusable("account or mode is missing or not taken here");
        }
        OperationRecipe operation = type.operation();
        String key = type.keyMapped() ? operation.key().read(event).text() : header;
        if (key == null || OperationKey.problemWith(key, OperationKey.MAX_KEY) != null) {
            return new Unusable("key is missing or malformed");
        }
        String state = Values.state(operation.state(), event, null);
        if (state == null) {
            return new Unusable("state is missing or not known");
        }
        Order order = order(receivedAt);
        if (order == null) {
            return new Unusable("version or time is missing or malformed");
        }
        String unique = null;
        if (!type.unique().isEmpty()) {
            unique = unique();
            if (unique == null) {
                return new Unusable("a part of what is unique is missing or malformed");
            }
        }
        OperationKey identity = new OperationKey(
                recipe.recipe().scope(),
                account,
                operation.type(),
                type.keyMapped() ? operation.key().stored(key) : key);
        return new Understood(assertion(identity, state, order), unique);
    }

    /** Null where it is mapped and missing: an operation of nobody's could be anybody's. */
    private @Nullable String account(Owner owner, String caller) {
        Template mapped = recipe.recipe().account();
        if (mapped == null) {
            String whole = owner.account().isEmpty() ? caller : owner.account() + ":" + Template.encoded(caller);
            return OperationKey.problemWith(whole, OperationKey.MAX_ACCOUNT) == null ? whole : null;
        }
        return event.read(mapped, Event.Kind.IDENTITY).present() ? owner.account() : null;
    }

    private @Nullable Order order(Instant receivedAt) {
        Template version = type.operation().version();
        Long number = version == null ? null : EventReader.version(event.read(version, Event.Kind.IDENTITY));
        if (version != null && number == null) {
            return null;
        }
        TimeRule rule = recipe.recipe().occurredAt();
        Found time = rule == null ? Found.ABSENT : event.read(rule.at(), Event.Kind.SCALAR);
        if (rule == null || !time.present()) {
            return new Order(number, receivedAt);
        }
        Instant read = time.text() == null ? null : rule.format().read(time.text());
        return read == null ? null : new Order(number, read);
    }

    private @Nullable String unique() {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        for (Pointer pointer : type.unique()) {
            JsonNode value = event.at(pointer);
            if (!canIdentify(value)) {
                return null;
            }
            values.add(value);
        }
        return CanonicalJson.fingerprint(values);
    }

    /** What would be no key is no part of an identity either. */
    private static boolean canIdentify(JsonNode value) {
        return value.isTextual()
                ? OperationKey.problemWith(value.textValue(), OperationKey.MAX_KEY) == null
                : value.isNumber() || value.isBoolean();
    }

    private Assertion assertion(OperationKey identity, String state, Order order) {
        OperationRecipe operation = type.operation();
        Fingerprint fingerprint = type.wholeBody()
                ? Fingerprint.of(Map.of(WHOLE_BODY, CanonicalJson.fingerprint(event.root())))
                : Values.fingerprint(operation.invariant(), operation.machine(), event, state);
        return new Assertion(
                identity,
                recipe.recipe().source(),
                operation.machine().name(),
                state,
                order,
                fingerprint,
                Values.fields(operation.fields(), event),
                operation.changes(),
                EventReader.reference(operation, event),
                Cause.DELIVERY);
    }
}

package dev.pawl.admin;

import dev.pawl.core.operation.Fingerprint;
import dev.pawl.ledger.Ledger.Action;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What an operator's JSON means as an {@link Action}. */
@Singleton
final class OperationActions {

    /** Words that will mean something once their feature is there. */
    private static final Set<String> LATER = Set.of("erase");

    private static final String AVAILABLE = "resolve, acknowledge, reconcile, expire, retry, run-as-new";

    private final OperationReads reads;

    OperationActions(OperationReads reads) {
        this.reads = reads;
    }

    Uni<Action> read(UUID operation, JsonFields fields) {
        String action = fields.requiredText("action");
        if (fields.text("key") != null || fields.text("confirm") != null) {
            throw JsonFields.invalid("key and confirm belong to run-as-new");
        }
        return switch (action) {
            case "resolve" -> resolve(operation, fields.text("state"), fields.text("adopt"));
            case "acknowledge" -> plain(fields, new Action.Acknowledge());
            case "reconcile" -> plain(fields, new Action.Reconcile());
            case "expire" -> plain(fields, new Action.Expire());
            case "retry" -> plain(fields, new Action.Retry());
            default ->
                throw JsonFields.invalid(
                        LATER.contains(action)
                                ? action + " is not available in this version; available: " + AVAILABLE
                                : "action must be one of " + AVAILABLE);
        };
    }

    private static Uni<Action> plain(JsonFields fields, Action action) {
        if (fields.text("state") != null || fields.text("adopt") != null) {
            throw JsonFields.invalid("state and adopt belong to resolve");
        }
        return Uni.createFrom().item(action);
    }

    private Uni<Action> resolve(UUID operation, @Nullable String state, @Nullable String adopt) {
        if (adopt == null) {
            if (state == null) {
                throw JsonFields.invalid("resolve needs state or adopt");
            }
            return Uni.createFrom().item(new Action.Resolve(state, null));
        }
        return reads.conflicting(operation, adopt).map(asserted -> {
            if (asserted == null) {
                throw JsonFields.invalid("adopt must be the id of a conflicting event of this operation");
            }
            return new Action.Resolve(state, Fingerprint.of(asserted));
        });
    }
}

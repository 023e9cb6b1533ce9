package dev.pawl.admin;

import dev.pawl.admin.CommandsView.ClaimView;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.CommandRecipe.Renew;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an operator may do next to an operation. */
@Singleton
final class NextActions {

    private final Configuration configuration;

    NextActions(Configuration configuration) {
        this.configuration = configuration;
    }

    /**
     * @param effects those that are shown
     * @param commands those about it
     */
    List<String> of(OperationView operation, List<EffectEntity> effects, CommandsView commands) {
        List<String> actions = new ArrayList<>(List.of("resolve"));
        if (operation.needsAttention()) {
            actions.add("acknowledge");
        }
        Status status = Status.valueOf(operation.status().toUpperCase(Locale.ROOT));
        Source source = configuration.current().source(operation.source());
        boolean asked = source != null && source.asksAbout(operation.type());
        if (asked && (status.isOpen() || inDoubt(operation))) {
            actions.add("reconcile");
        }
        if (status == Status.PROCESSING || status == Status.UNKNOWN) {
            actions.add("expire");
        }
        CommandRecipe.Type command = typeOf(commands);
        boolean renewable = command != null && command.renew() != Renew.NOBODY && !operation.tombstone();
        if ((renewable && status == Status.FAILED) || effects.stream().anyMatch(EffectEntity::refused)) {
            actions.add("retry");
        }
        if (command != null && mayRunAsNew(command, status)) {
            actions.add("run-as-new");
        }
        return actions;
    }

    /** Of the key that was taken last; null: there is none, or the configuration does not know it. */
    private CommandRecipe.@Nullable Type typeOf(CommandsView commands) {
        if (commands.claims().isEmpty()) {
            return null;
        }
        ClaimView last = commands.claims().get(commands.claims().size() - 1);
        return configuration.current().commandType(last.source(), last.type());
    }

    /** Only a rejected operation gives its business identity back. */
    private static boolean mayRunAsNew(CommandRecipe.Type command, Status status) {
        boolean ended = status != Status.PROCESSING && status != Status.UNKNOWN;
        return ended && !command.keyMapped() && (command.unique().isEmpty() || status == Status.REJECTED);
    }

    private static boolean inDoubt(OperationView operation) {
        for (var reason : operation.attention()) {
            if (Attention.Reason.of(reason.path("reason").asText()).isDoubt()) {
                return true;
            }
        }
        return false;
    }
}

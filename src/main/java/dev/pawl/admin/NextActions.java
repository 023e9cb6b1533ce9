package dev.pawl.admin;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an operator may do next to an operation. */
@Singleton
final class NextActions {

    private final Configuration configuration;

    NextActions(Configuration configuration) {
        this.configuration = configuration;
    }

    /** @param effects those that are shown */
    List<String> of(OperationView operation, List<EffectEntity> effects) {
        List<String> actions = new ArrayList<>(List.of("resolve"));
        if (operation.needsAttention()) {
            actions.add("acknowledge");
        }
        Status status = Status.valueOf(operation.status().toUpperCase(Locale.ROOT));
        Source source = configuration.current().source(operation.source());
        boolean asked = source != null && source.asksAbout(operation.type());
        if (asked && !operation.tombstone() && (status.isOpen() || inDoubt(operation))) {
            actions.add("reconcile");
        }
        if (status == Status.PROCESSING || status == Status.UNKNOWN) {
            actions.add("expire");
        }
        if (effects.stream().anyMatch(EffectEntity::refused)) {
            actions.add("retry");
        }
        return actions;
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

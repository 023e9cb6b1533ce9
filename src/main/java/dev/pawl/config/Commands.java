package dev.pawl.config;

import dev.pawl.core.interpret.CommandRecipe;
import java.util.List;

/**
 * What makes a source one of commands, {@code POST /operations/{source}/{type}}, instead of webhooks.
 *
 * @param callerBySecret whose secret it is, in the order of the source's secrets
 */
public record Commands(CommandRecipe recipe, List<String> callerBySecret) {

    /** The caller where nothing tells several apart. */
    public static final String DEFAULT_CALLER = "default";

    public Commands {
        callerBySecret = List.copyOf(callerBySecret);
    }

    /** @param secret index of the secret that verified the request; -1: none did */
    public String caller(int secret) {
        return secret >= 0 && secret < callerBySecret.size() ? callerBySecret.get(secret) : DEFAULT_CALLER;
    }
}

package dev.pawl.config;

import dev.pawl.core.lookup.BackfillRecipe;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * That a source's provider shall be asked what it has sent, and how.
 *
 * @param token secret
 * @param config the source's named constants; may hold secrets
 * @param from how far the first list reaches back; null: to the source's first start
 * @param every how often; null: as the process's setting says
 */
public record Backfill(
        BackfillRecipe recipe,
        String token,
        Map<String, String> config,
        @Nullable Instant from,
        @Nullable Duration every) {

    public Backfill {
        config = Map.copyOf(config);
    }

    /** Not its parts: some are secret. */
    @Override
    public String toString() {
        return "Backfill[" + recipe.request().url() + "]";
    }
}

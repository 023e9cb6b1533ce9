package dev.pawl.ledger;

import dev.pawl.config.Source;
import dev.pawl.core.interpret.CommandReader;
import dev.pawl.core.interpret.CommandReading.Understood;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.time.Instant;
import java.util.Objects;

/** Commands as the ledger gets them: verified, and read by the recipe of their source. */
final class Commands {

    private Commands() {}

    /** By the caller {@code default}, received now. */
    static Ledger.Command of(Source source, String type, String key, InboundRequest request) {
        var recipe = Objects.requireNonNull(source.commands()).recipe();
        Instant now = Instant.now();
        var said = CommandReader.read(
                        recipe,
                        Objects.requireNonNull(recipe.types().get(type)),
                        VerifiedRequest.restored(request),
                        key,
                        "default",
                        now)
                .<Understood>fold(
                        understood -> understood,
                        unreadable -> {
                            throw new AssertionError(unreadable.why());
                        },
                        unusable -> {
                            throw new AssertionError(unusable.why());
                        });
        return new Ledger.Command(source, request, 0, now, "default", key, said);
    }
}

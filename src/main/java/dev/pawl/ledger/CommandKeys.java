package dev.pawl.ledger;

import dev.pawl.config.Source;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * One idempotency key under every name its source has had: a renamed source goes on with the keys it has been sent.
 *
 * @param present what it is stored as from now on
 * @param former what it may have been stored as before
 */
public record CommandKeys(CommandKey present, List<CommandKey> former) {

    public CommandKeys {
        former = List.copyOf(former);
    }

    /** @param key the header's, unquoted */
    public static CommandKeys of(Source source, String caller, String type, String key) {
        return new CommandKeys(
                new CommandKey(source.name(), caller, type, key),
                source.formerly().stream()
                        .sorted()
                        .map(name -> new CommandKey(name, caller, type, key))
                        .toList());
    }

    /** Ids of the rows that say that the key is taken; of several, the first one counts. */
    List<UUID> ids() {
        return Stream.concat(Stream.of(present), former.stream())
                .map(CommandKey::id)
                .toList();
    }
}

package dev.pawl.ledger;

import java.util.Collection;
import java.util.UUID;

/**
 * What a transaction has to lock.
 *
 * @param commands what commands need to know
 * @param patient whether to wait for rows held elsewhere
 * @param parked whether the operations' parked events are needed, too
 * @param withEffects operations whose effects are needed, too
 * @param events of which is needed what was read before
 */
record Wanted(
        Collection<UUID> ids,
        boolean patient,
        boolean parked,
        Collection<UUID> withEffects,
        CommandLookup commands,
        EventLookup events) {}

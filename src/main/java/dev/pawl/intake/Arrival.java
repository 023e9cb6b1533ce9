package dev.pawl.intake;

import dev.pawl.config.Source;

/**
 * A request to a source, as far as its refusal is told.
 *
 * @param from the sender's address
 */
record Arrival(Source source, String from) {}

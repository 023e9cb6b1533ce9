package dev.pawl.command;

import dev.pawl.core.Parsed;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.verify.InboundRequest;
import java.time.Instant;

/**
 * Who sends the requests of a drill. Each gives signed requests, or why its sample cannot express the scenario. Requests for
 * one name are about one operation, those for another name about another one; none is about one that is real.
 */
interface DrillSubject {

    /** A signed request, and which operation it is about. */
    record Said(InboundRequest request, OperationKey key) {}

    /** Two things about one operation: what is true later, and what was true before. */
    record Overtaken(Said newer, Said older) {}

    /** What it is, for people. */
    String title();

    /** Whether a repeat may rightly be a new attempt, where the first one has failed. */
    boolean mayRenew();

    /** How its requests have to be answered. */
    DrillAnswers answers();

    Parsed<Said> said(String name, Instant now);

    /** The same key, another payload. */
    Parsed<Said> other(String name, Instant now);

    /** The same fact, brought by another message. */
    Parsed<Said> redelivered(String name, Instant now);

    Parsed<Overtaken> overtaken(String name, Instant now);
}

package dev.pawl.core.interpret;

import dev.pawl.core.TimeFormat;

/** Where an event's business time stands and how it is written. */
public record TimeRule(Template at, TimeFormat format) {}

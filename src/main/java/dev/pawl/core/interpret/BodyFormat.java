package dev.pawl.core.interpret;

/** How a body is written. */
public enum BodyFormat {
    JSON
}

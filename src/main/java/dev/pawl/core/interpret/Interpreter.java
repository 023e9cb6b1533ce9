package dev.pawl.core.interpret;

import dev.pawl.core.verify.VerifiedRequest;

/** Turns the bytes of a verified request into assertions. Total: no body makes it throw. Thread-safe. */
public interface Interpreter {

    Interpretation interpret(VerifiedRequest verified);
}

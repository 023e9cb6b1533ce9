package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import dev.pawl.core.verify.VerifiedRequest;

/** Turns the bytes of a verified request into assertions. Total: no body makes it throw. Thread-safe. */
public interface Interpreter {

    Interpretation interpret(VerifiedRequest verified);

    /** What it reads by, for who plays the provider; or that it does not say. */
    default Parsed<Recipe> recipe() {
        return Parsed.wrong("how it is read is not known");
    }
}

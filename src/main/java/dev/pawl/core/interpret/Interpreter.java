package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;

/** Turns the bytes of a verified request into assertions. Total: no body makes it throw. Thread-safe. */
public interface Interpreter {

    Interpretation interpret(VerifiedRequest verified);

    /** What is worth keeping of a request: its body is what events are read from, now and whenever they are read again. */
    default InboundRequest kept(InboundRequest request) {
        return request;
    }

    /** What it reads by, for who plays the provider; or that it does not say. */
    default Parsed<Recipe> recipe() {
        return Parsed.wrong("how it is read is not known");
    }
}

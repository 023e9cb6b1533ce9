package dev.pawl.jobs;

/** A run that did not do what it should, told in words that may be shown: no secrets, no values of payloads. */
public final class JobFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message at most 500 characters are kept */
    public JobFailure(String message) {
        super(message);
    }
}

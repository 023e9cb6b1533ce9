package dev.pawl.ledger;

/**
 * Hears of every COMMIT of the ledger. Called after it, on the thread that got the answer: an implementation only takes
 * notice and returns at once, and never throws.
 */
public interface CommitListener {

    /** @param effectsLeft whether the batch left effects behind that wait to be carried out */
    void committed(boolean effectsLeft);
}

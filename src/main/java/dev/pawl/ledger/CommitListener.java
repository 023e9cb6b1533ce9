package dev.pawl.ledger;

import java.util.Set;
import java.util.UUID;

/**
 * Hears of every COMMIT of the ledger. Called after it, on the thread that got the answer: an implementation only takes
 * notice and returns at once, and never throws.
 */
public interface CommitListener {

    void committed(Left left);

    /**
     * What a batch left behind for others to do.
     *
     * @param effects whether effects wait to be carried out
     * @param endings whether effects have ended of which their operations are to be told
     * @param answered operations whose commands have got their final answer
     */
    record Left(boolean effects, boolean endings, Set<UUID> answered) {
        static final Left NOTHING = new Left(false, false, Set.of());
    }
}

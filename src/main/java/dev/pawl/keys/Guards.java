package dev.pawl.keys;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Decides whether somebody is asked now. Where not, the stage fails, and nobody was asked. */
interface Guards {

    /** @param host who would be asked */
    CompletionStage<byte[]> ask(String host, Supplier<CompletionStage<byte[]>> call);

    /**
     * A question that was never answered before.
     *
     * @param source whose requests led to it
     */
    CompletionStage<byte[]> askFirst(String source, String host, Supplier<CompletionStage<byte[]>> call);
}

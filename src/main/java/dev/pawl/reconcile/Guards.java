package dev.pawl.reconcile;

import dev.pawl.config.Asking.Limits;
import dev.pawl.core.lookup.AnswerReader.Response;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Decides whether a source's provider is asked now. Where not, the stage fails, and nobody was asked. */
interface Guards {

    CompletionStage<Response> ask(String source, Limits limits, Supplier<CompletionStage<Response>> call);
}

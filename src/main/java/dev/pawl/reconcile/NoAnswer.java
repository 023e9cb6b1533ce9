package dev.pawl.reconcile;

import dev.pawl.core.lookup.AnswerReader.Response;
import org.jspecify.annotations.Nullable;

/** A provider that is not well: it counts for the circuit breaker. The words quote neither an address nor an answer. */
final class NoAnswer extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Response response;

    private NoAnswer(String reason, @Nullable Response response) {
        super(reason, null, false, false);
        this.response = response;
    }

    static NoAnswer because(String reason) {
        return new NoAnswer(reason, null);
    }

    /** It did answer, but only that it cannot say anything now. */
    static NoAnswer saidBy(Response response) {
        return new NoAnswer("status " + response.status(), response);
    }

    /** Null where nothing came back. */
    @Nullable
    Response response() {
        return response;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}

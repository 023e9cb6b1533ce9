package dev.pawl.keys;

import dev.pawl.http.CallFailure;

/** Why there is no answer, in words that quote neither an address nor an answer: both may hold secrets. */
final class NoAnswer extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean unreachable;

    private NoAnswer(String reason, boolean unreachable) {
        super(reason, null, false, false);
        this.unreachable = unreachable;
    }

    /** Nobody there, or nobody who could say anything now: says nothing about the question. */
    static NoAnswer unreachable(String reason) {
        return new NoAnswer(reason, true);
    }

    /** Somebody said no, or must not be asked. */
    static NoAnswer refused(String reason) {
        return new NoAnswer(reason, false);
    }

    boolean isUnreachable() {
        return unreachable;
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    static NoAnswer of(Throwable failure) {
        return failure instanceof NoAnswer known ? known : unreachable(CallFailure.reason(failure));
    }
}

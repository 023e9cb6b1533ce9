package dev.pawl.http;

/** Ends a request with a {@link Problem}. Without a stack trace: it is an answer, not an accident. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.title(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}

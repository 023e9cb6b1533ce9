package dev.pawl.admin;

import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import dev.pawl.ledger.Ledger.ActionOutcome;
import dev.pawl.ledger.NewRun;

/** Why an operator's word has changed nothing, as told to the operator. */
final class ActionProblems {

    private ActionProblems() {}

    /** @throws IllegalArgumentException for one that has changed something */
    static ProblemException of(ActionOutcome outcome) {
        return switch (outcome) {
            case DONE -> throw new IllegalArgumentException("no problem");
            case NOT_FOUND -> Paths.notFound();
            case SEQ_CHANGED -> seqChanged();
            case UNKNOWN_STATE -> JsonFields.invalid("state is not in the operation's machine");
            case NOTHING_TO_DO ->
                conflict(
                        "nothing-to-do",
                        "Nothing to do",
                        "no effect of the operation was given up, or the configuration knows it no longer; and no command"
                                + " about it has failed");
            case NOBODY_TO_ASK ->
                conflict(
                        "nobody-to-ask",
                        "The provider cannot be asked",
                        "the source has no status, or it does not say how to ask about this type");
            case NOT_OPEN -> conflict("not-open", "The operation is not open", "it is neither processing nor in doubt");
            case ASK_FIRST ->
                conflict(
                        "ask-first",
                        "Ask the provider first",
                        "whether the command was carried out is not known: reconcile, or resolve it, before it runs again");
            case NOT_RENEWABLE ->
                conflict(
                        "not-renewable",
                        "Not to be run again",
                        "renew of the command is nobody; run-as-new may be possible");
            case NOT_CONFIGURED ->
                conflict(
                        "not-configured",
                        "Command not configured",
                        "the configuration no longer knows the command or the state it asserts");
            case IDENTITY_FREED ->
                conflict(
                        "identity-freed",
                        "Business identity given back",
                        "the operation was rejected once, and another one may have its business identity; see run-as-new");
            case TOMBSTONE -> new ProblemException(Problem.gone("only a tombstone of the operation is left"));
            case REJECTED ->
                conflict("rejected", "Rejected", "the database rejects it, and the machine has no state for that");
        };
    }

    static ProblemException of(NewRun.Refusal refusal) {
        return switch (refusal) {
            case NOT_FOUND -> Paths.notFound();
            case SEQ_CHANGED -> seqChanged();
            case NOT_ENDED ->
                conflict(
                        "not-ended",
                        "The operation has not come to its end",
                        "it may still be carried out: reconcile, resolve or expire it first");
            case SAME_OPERATION ->
                conflict(
                        "same-operation",
                        "The same operation",
                        "the body names the operation, so that a new key leads to the same one");
            case KEY_TAKEN ->
                conflict("key-taken", "Key in use", "key was used before: a new operation needs a new one");
            case ALREADY_EXISTS ->
                conflict(
                        "already-exists",
                        "Already exists",
                        "an operation has the business identity; only a rejected one gives it back");
            case NOT_CARRIED_OUT ->
                conflict(
                        "not-carried-out",
                        "Not carried out",
                        "the machine or the database does not let it begin; nothing has run");
        };
    }

    /** The operation's commands, if any, are not ones that the request can be about. */
    static ProblemException notACommand() {
        return conflict("not-a-command", "Not a command", "no command is about the operation: it cannot be run as new");
    }

    static ProblemException sourceGone() {
        return conflict("source-gone", "Source not configured", "the command's source or type is no longer configured");
    }

    static ProblemException unreadable(String why) {
        return conflict("unreadable", "Not readable any longer", "as configured now, the stored body is " + why);
    }

    private static ProblemException seqChanged() {
        return conflict(
                "seq-changed", "The operation has changed", "read it again: its seq is not the given one any longer");
    }

    private static ProblemException conflict(String slug, String title, String detail) {
        return new ProblemException(Problem.conflict(slug, title, detail));
    }
}

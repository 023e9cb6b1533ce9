package dev.pawl.core.interpret;

import dev.pawl.core.interpret.Event.Kind;
import dev.pawl.core.interpret.Interpretation.Outcome;
import dev.pawl.core.interpret.Interpretation.Outcome.Ignored;
import dev.pawl.core.interpret.Interpretation.Outcome.Invalid;
import dev.pawl.core.operation.OperationKey;
import org.jspecify.annotations.Nullable;

/**
 * Whose event it is.
 *
 * @param refusal why it is not the source's, or null
 * @param account part of the identity; empty: the source's own
 */
record Owner(@Nullable Outcome refusal, String account) {

    static Owner of(Recipe recipe, Event event) {
        String mode = "";
        if (recipe.mode() != null) {
            Mode.Accepted read = said(recipe.mode(), event);
            if (read == null) {
                return refused(new Invalid("mode"));
            }
            if (!recipe.accepted().takes(read)) {
                return refused(new Ignored("mode"));
            }
            mode = recipe.accepted() == Mode.Accepted.ANY && read != Mode.Accepted.ANY ? read.word() : "";
        }
        Found found = recipe.account() == null ? Found.ABSENT : event.read(recipe.account(), Kind.IDENTITY);
        String account = found.text() == null ? "" : found.text();
        if (found.present() && OperationKey.problemWith(account, OperationKey.MAX_ACCOUNT) != null) {
            return refused(new Invalid("account"));
        }
        if (!recipe.accounts().isEmpty() && !recipe.accounts().contains(account)) {
            return refused(new Ignored("account"));
        }
        String whole = within(mode, account);
        boolean fits = whole.isEmpty() || OperationKey.problemWith(whole, OperationKey.MAX_ACCOUNT) == null;
        return fits ? new Owner(null, whole) : refused(new Invalid("account"));
    }

    /** Null where it cannot be known. */
    private static Mode.@Nullable Accepted said(ModeRule rule, Event event) {
        Found found = event.firstOf(rule.at(), Kind.SCALAR);
        if (!found.present()) {
            return rule.absent();
        }
        Mode read = found.text() == null ? null : rule.values().get(found.text());
        return read == null ? null : read.alone();
    }

    /** {@code test}, {@code test:acct_1} or {@code acct_1}: with a mode, the account is encoded like a template's part. */
    private static String within(String mode, String account) {
        if (mode.isEmpty() || account.isEmpty()) {
            return mode + account;
        }
        return mode + ":" + Template.encoded(account);
    }

    private static Owner refused(Outcome outcome) {
        return new Owner(outcome, "");
    }
}

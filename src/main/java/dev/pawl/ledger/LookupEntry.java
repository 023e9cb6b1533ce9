package dev.pawl.ledger;

import dev.pawl.core.lookup.Answer.Found;
import dev.pawl.core.lookup.Answer.NotFound;
import dev.pawl.core.lookup.Answer.NotNow;
import dev.pawl.core.lookup.Answer.Unreadable;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion.Authority;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Inquiry;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress.Change;
import dev.pawl.ledger.Ledger.Lookup;
import dev.pawl.ledger.Rows.AttemptRow;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What came of a question to a provider. Whoever asked may have been overtaken: by a webhook, then the answer is no longer
 * the last word; or by the end of the lease, then the question is another one's, and only what was said still counts.
 */
final class LookupEntry extends OperationEntry<Boolean> {

    private static final String KIND = "lookup";
    private static final String DONE = "done";
    private static final String UNKNOWN = "unknown";

    private final Lookup lookup;

    LookupEntry(Lookup lookup) {
        super(lookup.operation());
        this.lookup = lookup;
    }

    @Override
    int size() {
        return 1024;
    }

    @Override
    Boolean decide(Batch batch) {
        Operation current = batch.operation(id);
        Machine machine = current == null ? null : batch.machine(current.machine());
        if (current == null) {
            return false;
        }
        boolean ours = isOurs(current);
        if (machine == null) {
            // Nothing can be said about it, but that it waits.
            return lookup.answer()
                    .fold(any -> false, any -> false, any -> false, notNow -> notNow(batch, current, notNow, ours));
        }
        return lookup.answer()
                .fold(
                        found -> found(batch, machine, current, found, ours),
                        missing -> missing(batch, machine, current, missing, ours),
                        unreadable -> unreadable(batch, machine, current, unreadable, ours),
                        notNow -> notNow(batch, current, notNow, ours));
    }

    private boolean isOurs(Operation operation) {
        return lookup.claim().equals(operation.checks().claim());
    }

    private boolean found(Batch batch, Machine machine, Operation current, Found found, boolean ours) {
        if (!machine.accepts(found.state())) {
            // The configuration has changed since the answer was read.
            return unreadable(batch, machine, current, new Unreadable("a state that is gone or retired"), ours);
        }
        record(batch, DONE, null);
        if (!ours) {
            batch.apply(found.late(current, lookup.authority().askedAt()), id, Batch.Voice.OURS);
            return false;
        }
        Authority authority = lookup.authority();
        boolean overtaken =
                authority.seq() != current.seq() || !authority.order().equals(current.order());
        Decision decision = batch.apply(found.about(current, authority), id, Batch.Voice.OURS);
        Operation after = Objects.requireNonNull(batch.operation(id));
        Inquiry.Taken taken = new Inquiry.Taken(
                decision.verdict(), overtaken, machine.state(found.state()).status());
        return then(batch, after, Inquiry.answered(machine, after, lookup.claim(), taken, chance(), batch.now()));
    }

    private boolean missing(Batch batch, Machine machine, Operation current, NotFound missing, boolean ours) {
        record(batch, UNKNOWN, "not found (status " + missing.status() + ")");
        boolean young = current.createdAt().plus(missing.young()).isAfter(batch.now());
        return ours && then(batch, current, Inquiry.unanswered(machine, current, young, chance(), batch.now()));
    }

    private boolean unreadable(Batch batch, Machine machine, Operation current, Unreadable unreadable, boolean ours) {
        record(batch, UNKNOWN, unreadable.why());
        return ours && then(batch, current, Inquiry.unanswered(machine, current, false, chance(), batch.now()));
    }

    private boolean notNow(Batch batch, Operation current, NotNow notNow, boolean ours) {
        record(batch, UNKNOWN, notNow.why());
        return ours && then(batch, current, Inquiry.postponed(current, notNow.pause(), batch.now()));
    }

    private static boolean then(Batch batch, Operation current, Change change) {
        batch.carryOut(current, change, Batch.Voice.OURS);
        return true;
    }

    private void record(Batch batch, String outcome, @Nullable String error) {
        if (lookup.asked()) {
            batch.attempts.add(new AttemptRow(id, KIND, lookup.source(), Cause.RECONCILE.word(), outcome, error, (int)
                    Math.min(Integer.MAX_VALUE, lookup.took().toMillis())));
        }
    }

    private static double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }
}

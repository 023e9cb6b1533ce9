package dev.pawl.ledger;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.DerivedId;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.outbound.CommandAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a batch knows and writes about commands: keys, business identities, answers. Entries see what those before them in
 * the batch have taken. Confined to one thread.
 */
final class CommandRows {

    /** A key in use. {@code state} is what its command asserts. */
    record Claim(CommandKey key, UUID operation, String state, Fingerprint fingerprint) {}

    /** A key in use. {@code tombstone}: little is left of its operation, or nothing. */
    record Known(Claim claim, boolean tombstone) {}

    /** A business identity. */
    record Identity(String scope, String type, String value) implements Comparable<Identity> {
        UUID id() {
            return DerivedId.of("unique", scope, type, value);
        }

        @Override
        public int compareTo(Identity other) {
            int byScope = scope.compareTo(other.scope);
            int byType = byScope == 0 ? type.compareTo(other.type) : byScope;
            return byType == 0 ? value.compareTo(other.value) : byType;
        }
    }

    /** Whose a business identity is. */
    record Owner(UUID operation, UUID claim, CommandKey key) {}

    /** One try; {@code outcome} is done, rejected or unknown. */
    record AttemptRow(
            UUID operation,
            String caller,
            String cause,
            String outcome,
            @Nullable String error) {}

    /**
     * What was in the database when the batch began.
     *
     * @param identities those asked for, and those of operations asked for
     * @param last by operation: the key that was taken last for it
     */
    record Found(
            Map<UUID, Known> claims,
            Map<Identity, Owner> identities,
            Map<UUID, CommandAnswer> answers,
            Map<UUID, Last> last) {
        static final Found NOTHING = new Found(Map.of(), Map.of(), Map.of(), Map.of());
    }

    /** The key that was taken last for an operation. {@code owning}: a business identity is the operation's. */
    record Last(Claim claim, boolean owning) {}

    private final Found found;
    private final Map<UUID, String> reasons = new HashMap<>();

    final SortedMap<UUID, Claim> claims = new TreeMap<>(UuidOrder.UNSIGNED);
    final SortedMap<Identity, Owner> identities = new TreeMap<>();
    final SortedMap<UUID, CommandAnswer> answers = new TreeMap<>(UuidOrder.UNSIGNED);
    final Set<UUID> withdrawn = new HashSet<>();
    final Set<UUID> freed = new HashSet<>();
    final List<AttemptRow> attempts = new ArrayList<>();
    /** New operation → the one whose command it runs again. */
    final SortedMap<UUID, UUID> newOf = new TreeMap<>(UuidOrder.UNSIGNED);

    CommandRows(Found found) {
        this.found = found;
    }

    /** Null: the key is free. */
    @Nullable
    Known claim(UUID id) {
        Claim mine = claims.get(id);
        return mine == null ? found.claims().get(id) : new Known(mine, false);
    }

    /** The operation's final answer, as it is after this batch; null: there is none. */
    @Nullable
    CommandAnswer answer(UUID operation) {
        CommandAnswer mine = answers.get(operation);
        return mine != null || withdrawn.contains(operation)
                ? mine
                : found.answers().get(operation);
    }

    /** Null: no command is about the operation. Only for entries that asked for it. */
    @Nullable
    Last last(UUID operation) {
        return found.last().get(operation);
    }

    /** Null: the business identity is free. */
    @Nullable
    Owner owner(Identity identity) {
        Owner mine = identities.get(identity);
        Owner theirs = found.identities().get(identity);
        return mine != null || theirs == null || freed.contains(theirs.operation()) ? mine : theirs;
    }

    /** Whether the operation has a business identity, and none is this one. */
    boolean isKnownOtherwise(UUID operation, Identity identity) {
        Set<Identity> known = new HashSet<>(of(operation, identities));
        if (!freed.contains(operation)) {
            known.addAll(of(operation, found.identities()));
        }
        return !known.isEmpty() && !known.contains(identity);
    }

    private static Set<Identity> of(UUID operation, Map<Identity, Owner> owners) {
        Set<Identity> all = new HashSet<>(owners.keySet());
        all.removeIf(
                one -> !operation.equals(Objects.requireNonNull(owners.get(one)).operation()));
        return all;
    }

    void claim(Claim claim) {
        claims.put(claim.key().id(), claim);
    }

    /** For people: why an operation is about to be rejected. */
    void because(UUID operation, String why) {
        reasons.put(operation, why);
    }

    /** An operation that commands may be about has changed, whatever the cause. */
    void changed(@Nullable Operation before, Operation after) {
        Status was = before == null ? null : before.status();
        if (was == after.status()) {
            return;
        }
        if (was == Status.FAILED) {
            withdraw(after.id());
        }
        if (after.status() == Status.REJECTED) {
            freed.add(after.id());
            identities.values().removeIf(owner -> owner.operation().equals(after.id()));
        }
        ended(after);
    }

    /** An answer of failed goes when the operation goes on; the others stay, as the caller was told. */
    private void withdraw(UUID operation) {
        CommandAnswer stored = found.answers().get(operation);
        if (stored == null || stored.ended() == Status.FAILED) {
            withdrawn.add(operation);
        }
        CommandAnswer mine = answers.get(operation);
        if (mine != null && mine.ended() == Status.FAILED) {
            answers.remove(operation);
        }
    }

    /** Keeps the answer, if the operation is at its end and has none. */
    void ended(Operation after) {
        if (answer(after.id()) == null) {
            CommandAnswer.of(after, reasons.get(after.id())).ifPresent(answer -> answers.put(after.id(), answer));
        }
    }
}

package dev.pawl.ledger;

import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An assertion as it waits in a JSON column. */
@RegisterForReflection
record StoredAssertion(
        String scope,
        String account,
        String type,
        String key,
        String source,
        String machine,
        String state,
        @Nullable Long version,
        @Nullable String occurredAt,
        Map<String, String> fingerprint,
        Map<String, String> fields,
        List<String> watched,
        @Nullable String reference,
        String cause) {

    static StoredAssertion of(Assertion assertion) {
        Instant occurredAt = assertion.order().occurredAt();
        return new StoredAssertion(
                assertion.key().scope(),
                assertion.key().account(),
                assertion.key().type(),
                assertion.key().key(),
                assertion.source(),
                assertion.machine(),
                assertion.state(),
                assertion.order().version(),
                occurredAt == null ? null : occurredAt.toString(),
                assertion.fingerprint().fields(),
                assertion.fields(),
                List.copyOf(assertion.watched()),
                assertion.reference(),
                assertion.cause().name());
    }

    Assertion restored() {
        return new Assertion(
                new OperationKey(scope, account, type, key),
                source,
                machine,
                state,
                new Order(version, occurredAt == null ? null : Instant.parse(occurredAt)),
                Fingerprint.of(fingerprint),
                fields,
                Set.copyOf(watched),
                reference,
                Cause.valueOf(cause));
    }
}

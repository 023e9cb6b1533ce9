package dev.pawl.ledger;

import java.util.Comparator;
import java.util.UUID;

/** PostgreSQL compares UUIDs byte by byte; Java's own order takes the halves as signed numbers. */
final class UuidOrder {

    static final Comparator<UUID> UNSIGNED = (a, b) -> {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high == 0 ? Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits()) : high;
    };

    private UuidOrder() {}
}

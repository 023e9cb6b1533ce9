package dev.pawl.core.operation;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When an assertion holds in business terms. Where the operation type maps a version, only versions order; otherwise the
 * business time, cut to microseconds (what PostgreSQL keeps).
 */
public record Order(@Nullable Long version, @Nullable Instant occurredAt) {

    public static final Order NONE = new Order(null, null);

    public Order {
        occurredAt = occurredAt == null ? null : occurredAt.truncatedTo(ChronoUnit.MICROS);
    }

    public static Order at(Instant occurredAt) {
        return new Order(null, occurredAt);
    }

    public boolean known() {
        return version != null || occurredAt != null;
    }

    /** How this order relates to another; {@link Relation#UNKNOWN} where the two share no scale. */
    public Relation relationTo(Order other) {
        if (version != null || other.version != null) {
            return version == null || other.version == null
                    ? Relation.UNKNOWN
                    : Relation.of(version.compareTo(other.version));
        }
        return occurredAt == null || other.occurredAt == null
                ? Relation.UNKNOWN
                : Relation.of(occurredAt.compareTo(other.occurredAt));
    }

    public boolean newerThan(Order other) {
        return relationTo(other) == Relation.NEWER;
    }

    /** As names and values for people, and for {@link #fromDetail}. */
    Map<String, String> toDetail() {
        Map<String, String> detail = new HashMap<>();
        if (version != null) {
            detail.put("version", version.toString());
        }
        if (occurredAt != null) {
            detail.put("occurredAt", occurredAt.toString());
        }
        return detail;
    }

    static Order fromDetail(Map<String, String> detail) {
        String version = detail.get("version");
        String occurredAt = detail.get("occurredAt");
        return new Order(
                version == null ? null : Long.valueOf(version), occurredAt == null ? null : Instant.parse(occurredAt));
    }

    /** The outcome of comparing two orders. */
    public enum Relation {
        OLDER,
        EQUAL,
        NEWER,
        UNKNOWN;

        private static Relation of(int comparison) {
            if (comparison == 0) {
                return EQUAL;
            }
            return comparison < 0 ? OLDER : NEWER;
        }
    }
}

package dev.pawl.core.operation;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What must not change about an operation: the canonical JSON (RFC 8785) of each invariant field, by name. The same key
 * with another fingerprint is another intent, never a duplicate.
 */
public record Fingerprint(SortedMap<String, String> fields) {

    public static final Fingerprint NONE = new Fingerprint(new TreeMap<>());

    public Fingerprint {
        fields = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    }

    public static Fingerprint of(Map<String, String> fields) {
        return new Fingerprint(new TreeMap<>(fields));
    }

    /**
     * Names of the fields both have with different values; empty: no conflict. Numbers of equal value, and in amounts texts
     * of such, too, are the same however they are written, and so are currencies in upper and lower case.
     */
    public SortedSet<String> conflictsWith(Fingerprint other) {
        SortedSet<String> differing = new TreeSet<>();
        fields.forEach((name, value) -> {
            String theirs = other.fields.get(name);
            if (theirs != null && !InvariantValue.same(name, value, theirs)) {
                differing.add(name);
            }
        });
        return differing;
    }

    /** This fingerprint with the fields only the other one has. */
    public Fingerprint extendedBy(Fingerprint other) {
        if (fields.keySet().containsAll(other.fields.keySet())) {
            return this;
        }
        SortedMap<String, String> all = new TreeMap<>(other.fields);
        all.putAll(fields);
        return new Fingerprint(all);
    }

    public Set<String> names() {
        return fields.keySet();
    }
}

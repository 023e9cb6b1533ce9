package dev.pawl.keys;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps what was used last. Not thread-safe. */
final class Bounded<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;

    private final int most;

    Bounded(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}

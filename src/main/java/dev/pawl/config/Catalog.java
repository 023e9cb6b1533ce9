package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.outbound.EffectRule;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything {@code pawl.yaml} says, checked as a whole and ready to use. Immutable. */
public final class Catalog {

    private final SortedMap<String, Source> sources;
    private final Map<String, Machine> machines;
    private final List<EffectRule> effects;
    private final Retired retired;
    private final String hash;
    private final @Nullable PawlKey key;

    /**
     * @param hash of the configuration's content; transitions carry it
     * @param key what to encrypt and hash with; null: there is none
     */
    public Catalog(
            Map<String, Source> sources,
            Map<String, Machine> machines,
            List<EffectRule> effects,
            Retired retired,
            String hash,
            @Nullable PawlKey key) {
        this.sources = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(sources));
        this.machines = Map.copyOf(machines);
        this.effects = List.copyOf(effects);
        this.retired = retired;
        this.hash = hash;
        this.key = key;
    }

    public @Nullable Source source(String name) {
        return sources.get(name);
    }

    public SortedMap<String, Source> sources() {
        return sources;
    }

    public @Nullable Machine machine(String name) {
        return machines.get(name);
    }

    public List<EffectRule> effects() {
        return effects;
    }

    public Map<String, Machine> machines() {
        return machines;
    }

    public Retired retired() {
        return retired;
    }

    public String hash() {
        return hash;
    }

    public @Nullable PawlKey key() {
        return key;
    }
}

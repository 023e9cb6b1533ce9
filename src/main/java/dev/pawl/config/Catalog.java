package dev.pawl.config;

import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.outbound.EffectRule;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything {@code pawl.yaml} says, checked as a whole and ready to use. Immutable. */
public final class Catalog {

    private final SortedMap<String, Source> sources;
    private final Map<String, Source> renamed = new HashMap<>();
    private final Map<String, Machine> machines;
    private final List<EffectRule> effects;
    private final Retired retired;
    private final String hash;
    private final @Nullable PawlKey key;
    private final Retention retention;
    private final boolean parks;
    private final Set<String> commanded;

    /** With the usual retention for what belongs to no source. */
    public Catalog(
            Map<String, Source> sources,
            Map<String, Machine> machines,
            List<EffectRule> effects,
            Retired retired,
            String hash,
            @Nullable PawlKey key) {
        this(sources, machines, effects, retired, hash, key, Retention.USUAL);
    }

    /**
     * @param hash of the configuration's content; transitions carry it
     * @param key what to encrypt and hash with; null: there is none
     * @param retention of what belongs to no configured source
     */
    public Catalog(
            Map<String, Source> sources,
            Map<String, Machine> machines,
            List<EffectRule> effects,
            Retired retired,
            String hash,
            @Nullable PawlKey key,
            Retention retention) {
        this.sources = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(sources));
        this.machines = Map.copyOf(machines);
        this.effects = List.copyOf(effects);
        this.retired = retired;
        this.hash = hash;
        this.key = key;
        this.retention = retention;
        this.parks = machines.values().stream().anyMatch(Machine::strict);
        sources.values().forEach(source -> source.formerly().forEach(name -> renamed.put(name, source)));
        Set<String> types = new HashSet<>();
        for (Source source : sources.values()) {
            Commands commands = source.commands();
            if (commands != null) {
                commands.recipe().types().keySet().forEach(type -> types.add(source.scope() + '/' + type));
            }
        }
        this.commanded = Set.copyOf(types);
    }

    /** Whether commands may be about operations of this kind, whoever else says something about them. */
    public boolean isCommanded(OperationKey operation) {
        return !commanded.isEmpty() && commanded.contains(operation.scope() + '/' + operation.type());
    }

    /** How commands of a source are read; null: it takes none of this type. */
    public CommandRecipe.@Nullable Type commandType(String source, String type) {
        Source configured = source(source);
        Commands commands = configured == null ? null : configured.commands();
        return commands == null ? null : commands.recipe().types().get(type);
    }

    /** By its name, or one it had before. */
    public @Nullable Source source(String name) {
        Source source = sources.get(name);
        return source == null ? renamed.get(name) : source;
    }

    /** Of what the source of this name brought, whether it is still configured or not. */
    public Retention retention(String source) {
        Source configured = source(source);
        return configured == null ? retention : configured.retention();
    }

    /** Of what belongs to no configured source. */
    public Retention retention() {
        return retention;
    }

    /** A day of deliveries stays as long as any source needs it. */
    public Duration longestBodies() {
        return Stream.concat(Stream.of(retention), sources.values().stream().map(Source::retention))
                .map(Retention::bodies)
                .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) < 0 ? other : one);
    }

    /** Whether any machine lets events wait for their predecessors. */
    public boolean parks() {
        return parks;
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

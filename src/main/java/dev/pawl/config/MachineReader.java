package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads one machine: {@code strict}, {@code parkFor} and {@code states}. */
final class MachineReader {

    static final Duration PARK_FOR = Duration.ofHours(1);
    static final int RECONCILE_ATTEMPTS = 10;

    static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,64}");
    static final Set<String> KEYS = Set.of("strict", "parkFor", "states");
    static final Set<String> STATE_KEYS =
            Set.of("status", "initial", "next", "reconcileAfter", "reconcileAttempts", "expireAfter", "retired");
    static final Map<String, Status> STATUSES = Arrays.stream(Status.values())
            .filter(Status::comesFromState)
            .collect(Collectors.toUnmodifiableMap(Status::word, Function.identity()));

    private MachineReader() {}

    /** The machine; null, with the mistakes noted, where it is wrong. */
    static @Nullable Machine read(String name, ConfigNode node) {
        int before = node.mistakes().count();
        if (!NAME.matcher(name).matches()) {
            node.mistake("is not a proper name of a machine", "lower-case letters, digits, - and _, at most 64");
        }
        node.allow(KEYS, Set.of());
        boolean strict = node.at("strict").flag(false);
        Duration parkFor = Objects.requireNonNullElse(positive(node.at("parkFor")), PARK_FOR);
        List<Machine.State> states = states(node.at("states"));
        if (node.mistakes().count() > before) {
            return null;
        }
        try {
            return new Machine(name, strict, parkFor, states);
        } catch (Machine.InvalidMachine e) {
            e.mistakes().forEach(mistake -> node.at("states").mistake("is no usable machine: " + mistake, null));
            return null;
        }
    }

    private static List<Machine.State> states(ConfigNode node) {
        Map<String, ConfigNode> entries = node.entries();
        if (entries.isEmpty() && (node.isAbsent() || node.isMap())) {
            node.mistake("is missing or empty", "a machine needs at least one state");
        }
        Map<String, Machine.State> states = new LinkedHashMap<>();
        entries.forEach((name, state) -> {
            Machine.State read = state(name, state, entries.keySet());
            if (read != null) {
                states.put(name, read);
            }
        });
        return new ArrayList<>(states.values());
    }

    private static Machine.@Nullable State state(String name, ConfigNode node, Set<String> names) {
        if (!NAME.matcher(name).matches()) {
            node.mistake("is not a proper name of a state", "lower-case letters, digits, - and _, at most 64");
        }
        node.allow(STATE_KEYS, Set.of());
        Status status = status(node.at("status"));
        Set<String> next = next(name, node.at("next"), names);
        boolean initial = node.at("initial").flag(false);
        Duration reconcileAfter = positive(node.at("reconcileAfter"));
        int attempts = node.at("reconcileAttempts").whole(RECONCILE_ATTEMPTS, 1, 1_000);
        Duration expireAfter = positive(node.at("expireAfter"));
        boolean retired = node.at("retired").flag(false);
        return status == null
                ? null
                : new Machine.State(name, status, initial, next, reconcileAfter, attempts, expireAfter, retired);
    }

    private static @Nullable Status status(ConfigNode node) {
        String word = node.word(STATUSES.keySet());
        return word == null ? null : STATUSES.get(word);
    }

    private static Set<String> next(String name, ConfigNode node, Set<String> names) {
        Set<String> next = new LinkedHashSet<>();
        for (ConfigNode item : node.items()) {
            String to = item.requiredText();
            if (to == null) {
                continue;
            }
            if (to.equals(name)) {
                item.mistake("leads back to the same state", "staying needs no edge");
            } else if (!names.contains(to)) {
                item.mistake("leads to " + item.shown() + ", which is no state", Nearest.hint(item.shown(), names));
            } else if (!next.add(to)) {
                item.mistake("names " + item.shown() + " a second time", null);
            }
        }
        return next;
    }

    private static @Nullable Duration positive(ConfigNode node) {
        Duration duration = node.duration();
        if (duration != null && duration.isZero()) {
            node.mistake("must be longer than nothing", Quantity.DURATIONS);
        }
        return duration;
    }
}

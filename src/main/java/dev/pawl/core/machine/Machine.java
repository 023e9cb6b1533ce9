package dev.pawl.core.machine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A directed graph of states. Its closure is computed once, here; a wrong machine cannot be built, so that no event ever
 * meets one. Immutable.
 */
public final class Machine {

    private final String name;
    private final boolean strict;
    private final Duration parkFor;
    private final Map<String, State> states;
    private final Map<String, Set<String>> reachable;

    /**
     * One state.
     *
     * @param reconcileAfter how long the state may last before the provider is asked; null: never
     * @param reconcileAttempts how often the provider is asked before the status becomes {@code unknown}
     * @param expireAfter how long the state may last before the operation expires; null: never
     * @param retired kept only because operations may still be in it: nobody can assert it
     */
    public record State(
            String name,
            Status status,
            boolean initial,
            Set<String> next,
            @Nullable Duration reconcileAfter,
            int reconcileAttempts,
            @Nullable Duration expireAfter,
            boolean retired) {
        public State {
            next = Set.copyOf(next);
        }

        /** One in use. */
        public State(
                String name,
                Status status,
                boolean initial,
                Set<String> next,
                @Nullable Duration reconcileAfter,
                int reconcileAttempts,
                @Nullable Duration expireAfter) {
            this(name, status, initial, next, reconcileAfter, reconcileAttempts, expireAfter, false);
        }

        boolean begins() {
            return initial && !retired;
        }
    }

    /** @throws InvalidMachine with every mistake found */
    public Machine(String name, boolean strict, Duration parkFor, Collection<State> states) {
        this.name = Objects.requireNonNull(name);
        this.strict = strict;
        this.parkFor = parkFor;
        Map<String, State> byName = new LinkedHashMap<>();
        states.forEach(state -> byName.put(state.name(), state));
        this.states = Collections.unmodifiableMap(byName);
        List<String> mistakes = mistakes(byName, states.size());
        if (!mistakes.isEmpty()) {
            throw new InvalidMachine(name, mistakes);
        }
        Map<String, Set<String>> closure = new LinkedHashMap<>();
        byName.keySet().forEach(state -> closure.put(state, closureOf(byName, state)));
        this.reachable = Map.copyOf(closure);
    }

    private static List<String> mistakes(Map<String, State> states, int given) {
        List<String> mistakes = new ArrayList<>();
        if (states.size() < given) {
            mistakes.add("two states have the same name");
        }
        if (states.values().stream().noneMatch(State::begins)) {
            mistakes.add("no state is initial");
        }
        boolean edgesKnown = true;
        for (State state : states.values()) {
            if (!state.status().comesFromState()) {
                mistakes.add("state " + state.name() + " has status "
                        + state.status().word() + ", which only the engine may set");
            }
            if (state.next().contains(state.name())) {
                mistakes.add("state " + state.name() + " leads to itself; staying needs no edge");
            }
            for (String next : state.next()) {
                if (!states.containsKey(next)) {
                    edgesKnown = false;
                    mistakes.add("state " + state.name() + " leads to " + next + ", which does not exist");
                }
            }
        }
        if (edgesKnown) {
            Set<String> met = new LinkedHashSet<>();
            states.values().stream().filter(State::initial).forEach(state -> {
                met.add(state.name());
                met.addAll(closureOf(states, state.name()));
            });
            states.values().stream()
                    .filter(state -> !state.retired())
                    .map(State::name)
                    .filter(state -> !met.contains(state))
                    .forEach(state -> mistakes.add("state " + state + " cannot be reached from an initial state"));
        }
        return mistakes;
    }

    /** States at the end of a path of length ≥ 1. */
    private static Set<String> closureOf(Map<String, State> states, String from) {
        Set<String> met = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(stateOf(states, from).next());
        while (!open.isEmpty()) {
            String state = open.pop();
            if (met.add(state)) {
                open.addAll(stateOf(states, state).next());
            }
        }
        return Set.copyOf(met);
    }

    private static State stateOf(Map<String, State> states, String name) {
        return Objects.requireNonNull(states.get(name), name);
    }

    public String name() {
        return name;
    }

    /** Whether an operation may only follow an edge; otherwise skipped states are normal, since webhooks get lost. */
    public boolean strict() {
        return strict;
    }

    public Duration parkFor() {
        return parkFor;
    }

    /** By name, in the order given. */
    public Map<String, State> states() {
        return states;
    }

    public boolean knows(String state) {
        return states.containsKey(state);
    }

    /** Whether an operation may be said to be in the state: it is there and not retired. */
    public boolean accepts(String state) {
        return knows(state) && !state(state).retired();
    }

    /** @throws NullPointerException when the machine has no such state */
    public State state(String state) {
        return stateOf(states, state);
    }

    /** Whether a path of length ≥ 1 leads from one state to the other; false for states the machine does not know. */
    public boolean reach(String from, String to) {
        return reachable.getOrDefault(from, Set.of()).contains(to);
    }

    public boolean hasEdge(String from, String to) {
        return state(from).next().contains(to);
    }

    /** Whether the state can be left and come back, so that only a business time or version tells old from new. */
    public boolean onCycle(String state) {
        return reach(state, state);
    }

    /** A machine that contradicts itself; {@link #mistakes()} lists all that was found. */
    public static final class InvalidMachine extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;
        private final transient List<String> mistakes;

        InvalidMachine(String machine, List<String> mistakes) {
            super("machine " + machine + ": " + String.join("; ", mistakes));
            this.mistakes = List.copyOf(mistakes);
        }

        public List<String> mistakes() {
            return mistakes;
        }
    }
}

package dev.pawl.config;

import dev.pawl.core.lookup.StatusRecipe;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source's {@code status}: that the provider may be asked at all, with which token and how often, and how to ask
 * about the operation types that do not say so themselves.
 */
final class AskingReader {

    private static final Set<String> OWN_KEYS = Set.of("token", "limits");
    static final Set<String> KEYS =
            Stream.of(OWN_KEYS, StatusReader.KEYS).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    static final Set<String> LIMITS = Set.of("rate", "concurrency", "timeout");

    private static final String CONFIG = "config:";
    private static final int MOST_AT_ONCE = 100;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final ConfigNode node;
    private final ConfigNode config;
    private final int begun;
    private final Set<String> states = new TreeSet<>();

    /** @param source the whole source */
    AskingReader(ConfigNode source) {
        this.node = source.at("status");
        this.config = source.at("config");
        this.begun = source.mistakes().count();
        node.allow(KEYS, Set.of());
    }

    /** How to ask about a type that does not say it itself; null: not at all. */
    @Nullable
    StatusRecipe shared(StatusReader reader) {
        boolean given = node.keys().stream().anyMatch(StatusReader.KEYS::contains);
        if (!given) {
            return null;
        }
        states.addAll(reader.states());
        return reader.readShared(node);
    }

    /** A state that none of the types has is a slip of the pen; into one that is retired nothing comes any more. */
    private void stateOfNobody(ConfigNode state) {
        String text = state.text();
        if (text != null && !states.isEmpty() && !states.contains(text)) {
            state.mistake(
                    "is " + state.shown() + ", but no machine of these types has such a state, or it is retired",
                    Nearest.hint(state.shown(), states));
        }
    }

    /**
     * Null where nothing is to be asked or, with the mistakes noted, where it is wrong.
     *
     * @param recipes by operation type
     * @param explained what config must hold, by name
     */
    @Nullable
    Asking read(Map<String, StatusRecipe> recipes, Map<String, String> explained) {
        if (node.isAbsent()) {
            return null;
        }
        int before = node.mistakes().count();
        node.at("state").at("map").entries().values().forEach(this::stateOfNobody);
        stateOfNobody(node.at("state").at("value"));
        String token = node.at("token").text();
        Asking.Limits limits = limits(node.at("limits"));
        Set<String> references = new TreeSet<>();
        recipes.values().forEach(recipe -> references.addAll(recipe.request().references()));
        if (recipes.isEmpty() && node.mistakes().count() == begun) {
            node.mistake(
                    "asks for nothing: no operation type says how", "status.request here, or operations.<type>.status");
        }
        if (references.contains("token") && (token == null || token.isBlank())) {
            node.at("token").mistake("is missing", "what the provider's API is asked with");
        }
        Map<String, String> constants = new HashMap<>();
        config.entries().forEach((name, value) -> {
            String text = value.value();
            if (text != null && !text.isBlank()) {
                constants.put(name, text);
            }
        });
        references.stream()
                .filter(reference -> reference.startsWith(CONFIG))
                .map(reference -> reference.substring(CONFIG.length()))
                .filter(name -> !constants.containsKey(name))
                .forEach(name -> config.at(name).mistake("is missing", explained.get(name)));
        return node.mistakes().count() > before ? null : new Asking(token == null ? "" : token, limits, constants);
    }

    private static Asking.Limits limits(ConfigNode node) {
        node.allow(LIMITS, Set.of());
        Asking.Limits usual = Asking.Limits.USUAL;
        Duration timeout = node.at("timeout").duration(usual.timeout());
        if (timeout.isZero() || timeout.compareTo(LONGEST) > 0) {
            node.at("timeout").mistake("must be longer than nothing and at most 1m", Quantity.DURATIONS);
        }
        return new Asking.Limits(
                node.at("rate").rate(usual.perSecond()),
                node.at("concurrency").whole(usual.concurrency(), 1, MOST_AT_ONCE),
                timeout);
    }
}

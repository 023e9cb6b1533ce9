package dev.pawl.config;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Transition.Kind;
import dev.pawl.core.outbound.EffectRule;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the condition of an effect. A name that exists nowhere would silently never match, so it is a mistake. */
final class WhenReader {

    static final Set<String> KEYS = Set.of("source", "type", "machine", "from", "to", "status", "kind", "attention");
    static final Map<String, Kind> KINDS =
            Arrays.stream(Kind.values()).collect(Collectors.toUnmodifiableMap(Kind::word, Function.identity()));
    static final Set<String> STATUSES =
            Arrays.stream(Status.values()).map(Status::word).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> REASONS = Arrays.stream(Attention.Reason.values())
            .map(Attention.Reason::word)
            .collect(Collectors.toUnmodifiableSet());

    private final Known known;

    WhenReader(Known known) {
        this.known = known;
    }

    EffectRule.When read(ConfigNode node) {
        if (node.isAbsent()) {
            node.mistake("is missing", "{} means every move and status");
        }
        node.allow(KEYS, Set.of());
        String source = known(node.at("source"), "source", known.sources());
        String type = known.complete()
                ? known(node.at("type"), "operation type", known.types(source))
                : node.at("type").text();
        String machine = known(node.at("machine"), "machine", known.machineNames());
        if (machine != null
                && known.complete()
                && !known.machinesOf(source, type).contains(machine)) {
            node.at("machine").mistake("is used by no operation this condition allows", null);
        }
        if (source != null) {
            ownOperations(node.at("source"), source, type, machine);
        }
        boolean attention = node.at("attention").flag(false);
        Kind kind = kind(node.at("kind"), attention);
        Set<String> words = words(source, type, machine, kind, attention);
        boolean judgeable = known.judgeable(source, type, machine);
        Set<String> from = knownOnes(node.at("from"), "state", judgeable ? words : null);
        Set<String> to = knownOnes(node.at("to"), "state", judgeable ? words : null);
        Set<String> status = knownOnes(node.at("status"), "status", STATUSES);
        return new EffectRule.When(source, type, machine, from, to, status, kind, attention);
    }

    /** An operation belongs to the source that spoke of it first: of several, nobody knows beforehand which that is. */
    private void ownOperations(ConfigNode node, String source, @Nullable String type, @Nullable String machine) {
        Known.Mapping other = known.shared(source, type, machine);
        if (other != null) {
            node.mistake(
                    "is " + node.shown() + ", but its operations of type " + other.type() + " are also those of source "
                            + other.source()
                            + ", which has the same scope: they belong to whichever spoke of them first",
                    "leave source out and name the type, or give the sources different scopes");
        }
    }

    private static @Nullable Kind kind(ConfigNode node, boolean attention) {
        String word = node.isAbsent() ? null : node.word(KINDS.keySet());
        Kind kind = word == null ? null : KINDS.get(word);
        if (kind != null && attention && kind != Kind.ATTENTION) {
            node.mistake("excludes attention: true", "leave one of them out");
        }
        return kind;
    }

    /** What stands in a transition's from and to: a state, or a status or reason where it is about these. */
    private Set<String> words(
            @Nullable String source,
            @Nullable String type,
            @Nullable String machine,
            @Nullable Kind kind,
            boolean attention) {
        Set<String> words = new TreeSet<>();
        boolean aboutAttention = attention || kind == Kind.ATTENTION;
        if (aboutAttention) {
            words.addAll(REASONS);
        }
        if (!aboutAttention && kind != Kind.STATUS) {
            words.addAll(known.states(source, type, machine));
        }
        if (!aboutAttention && kind != Kind.MOVE) {
            words.addAll(STATUSES);
        }
        return words;
    }

    private static @Nullable String known(ConfigNode node, String what, Collection<String> all) {
        String word = node.isAbsent() ? null : node.requiredText();
        if (word != null && !all.contains(word)) {
            node.mistake("is " + node.shown() + ", but there is no such " + what, Nearest.hint(node.shown(), all));
            return null;
        }
        return word;
    }

    /** @param all null: not to be judged */
    private static @Nullable Set<String> knownOnes(ConfigNode node, String what, @Nullable Set<String> all) {
        if (node.isAbsent()) {
            return null;
        }
        Set<String> words = new LinkedHashSet<>(
                Items.read(node.oneOrMore(), item -> all == null ? item.requiredText() : known(item, what, all)));
        if (Items.isEmptyList(node)) {
            node.mistake("is an empty list, which nothing matches", "leave it out to match everything");
        }
        return words;
    }
}

package dev.pawl.config;

import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.KeyRule;
import dev.pawl.core.interpret.Mode;
import dev.pawl.core.interpret.OperationRecipe;
import dev.pawl.core.interpret.Recipe;
import dev.pawl.core.interpret.Template;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds sources of one scope against each other. They share operations: what identifies one must be read by all of them so
 * that two operations never become one, and one never becomes two.
 */
final class SharedScopes {

    /** What the mode is to an operation's identity. */
    enum Modes {
        /** Events carry none: they are about the business that the others are about. */
        NONE,
        LIVE,
        TEST,
        /** It is part of the account. */
        ANY,
        /** Told already. */
        WRONG;

        static Modes of(Recipe recipe) {
            return recipe.mode() == null ? NONE : valueOf(recipe.accepted().name());
        }

        boolean goesWith(Modes other) {
            boolean told = this == WRONG || other == WRONG;
            boolean none = this == NONE || other == NONE;
            return told || this == other || (none && this != ANY && other != ANY);
        }
    }

    /**
     * How one source identifies the operations of one type.
     *
     * @param node the whole source
     * @param key null: it is wrong
     * @param command null: they are read from events, or it is wrong
     */
    record Naming(
            String source,
            ConfigNode node,
            String type,
            String machine,
            Modes modes,
            @Nullable Template account,
            @Nullable KeyRule key,
            CommandRecipe.@Nullable Type command) {

        private ConfigNode operation(String part) {
            return node.at("operations").at(type).at(part);
        }

        private ConfigNode accountNode() {
            return node.at("event").at("account");
        }

        /** Who commands is the account where commands name none. */
        private boolean isByCaller() {
            return accountNode().isAbsent() && CommandSourceReader.isCommand(node);
        }

        private boolean ofUnnamedCaller() {
            return isByCaller() && node.at("callers").isAbsent() && command != null && !command.keyMapped();
        }
    }

    private static final String SHARED = "sources of one scope share operations: ";
    private static final String OR_ANOTHER = ", or another scope";

    private final Map<String, List<Naming>> known = new HashMap<>();

    /**
     * Of one source.
     *
     * @param node the whole source
     * @param mappings of all its operation types
     * @param recipes of those that are right
     * @param commands null: it is one of webhooks
     */
    static List<Naming> namings(
            ConfigNode node,
            List<Known.Mapping> mappings,
            EventReader event,
            Mode.Accepted accepted,
            List<OperationRecipe> recipes,
            @Nullable CommandTypeReader commands) {
        Map<String, KeyRule> keys =
                recipes.stream().collect(Collectors.toMap(OperationRecipe::type, OperationRecipe::key));
        Modes modes = modes(node.at("mode"), event, accepted);
        return mappings.stream()
                .map(mapping -> new Naming(
                        mapping.source(),
                        node,
                        mapping.type(),
                        mapping.machine(),
                        modes,
                        event.account(),
                        keys.get(mapping.type()),
                        commands == null ? null : commands.types().get(mapping.type())))
                .toList();
    }

    private static Modes modes(ConfigNode mode, EventReader event, Mode.Accepted accepted) {
        if (!event.mapsMode()) {
            return Modes.NONE;
        }
        return mode.isText() && AcceptedReader.MODES.contains(String.valueOf(mode.text()))
                ? Modes.valueOf(accepted.name())
                : Modes.WRONG;
    }

    /** Notes what does not go with the sources that were added before. */
    void add(String scope, List<Naming> namings) {
        for (Naming naming : namings) {
            List<Naming> before = known.computeIfAbsent(scope + ' ' + naming.type(), any -> new ArrayList<>());
            before.forEach(other -> compare(naming, other));
            before.add(naming);
        }
    }

    private static void compare(Naming naming, Naming other) {
        if (!other.machine().equals(naming.machine())) {
            differs(naming.operation("machine"), other, "use machine " + other.machine());
        }
        if (!naming.modes().goesWith(other.modes())) {
            ConfigNode mode = naming.node().at("mode");
            boolean mapped = naming.modes() != Modes.NONE;
            differs(
                    mapped ? mode : naming.node().at("event").at("mode"),
                    other,
                    "a live and a test one of the same key would be one, or one would be two; use one mode");
        }
        accounts(naming, other);
        keys(naming, other);
        CommandRecipe.Type command = naming.command();
        CommandRecipe.Type others = other.command();
        if (command != null && others != null && !command.unique().equals(others.unique())) {
            differs(naming.operation("unique"), other, "the same business identity would count twice, or two as one");
        }
    }

    private static void accounts(Naming naming, Naming other) {
        boolean mapped = !naming.accountNode().isAbsent();
        boolean othersMapped = !other.accountNode().isAbsent();
        Template account = naming.account();
        Template others = other.account();
        boolean alike = mapped == othersMapped && naming.isByCaller() == other.isByCaller();
        if (!alike || (account != null && others != null && !fit(account, others))) {
            differs(
                    naming.accountNode(),
                    other,
                    "map the account in all of them, written alike (a command's is its caller)");
        } else if (naming.ofUnnamedCaller() && other.ofUnnamedCaller()) {
            differs(
                    naming.node().at("callers"),
                    other,
                    "keys of one would be keys of the other; name callers, or map the key");
        }
    }

    private static boolean fit(Template one, Template other) {
        return KeyRule.plain(List.of(one)).fits(KeyRule.plain(List.of(other)));
    }

    private static void keys(Naming naming, Naming other) {
        KeyRule key = naming.key();
        KeyRule others = other.key();
        if (key == null || others == null) {
            return;
        }
        if ((key.hash() == null) != (others.hash() == null)) {
            ConfigNode node = naming.operation("key");
            differs(
                    node.isMap() ? node.at("store") : node,
                    other,
                    "store it in one way, since a key and its hash are two operations");
        } else if (!key.fits(others)) {
            differs(naming.operation("key"), other, "two could get one key, or one two; write it alike");
        }
    }

    private static void differs(ConfigNode node, Naming other, String hint) {
        node.mistake(
                "differs from that of the same operation type in source " + other.source()
                        + ", which has the same scope",
                SHARED + hint + OR_ANOTHER);
    }
}

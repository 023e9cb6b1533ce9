package dev.pawl.config;

import dev.pawl.core.interpret.CommandRecipe.Renew;
import dev.pawl.core.verify.Secret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code kind} and, for {@code kind: command}, who may command; says what does not go with it. */
final class CommandSourceReader {

    static final String COMMAND = "command";
    static final Set<String> KINDS = Set.of("webhook", COMMAND);
    static final Set<String> KEYS = Set.of("kind", "callers", "renew");

    /** Parts of a source that belong to what providers send. */
    private static final List<String> FOR_WEBHOOKS =
            List.of("preset", "pending", "methods", "encodings", "handshake", "success", "observe");

    private static final List<String> EVENT_FOR_WEBHOOKS = List.of("each", "id", "type");

    private final ConfigNode source;
    private final boolean command;
    private final List<String> callerBySecret = new ArrayList<>();

    CommandSourceReader(ConfigNode source) {
        this.source = source;
        this.command = isCommand(source);
    }

    static boolean isCommand(ConfigNode source) {
        return !source.at("kind").isAbsent() && COMMAND.equals(source.at("kind").word(KINDS));
    }

    boolean isCommand() {
        return command;
    }

    /** Null for webhooks. */
    @Nullable
    CommandTypeReader types() {
        if (!command) {
            only("callers");
            only("renew");
            return null;
        }
        FOR_WEBHOOKS.forEach(key -> notFor(source.at(key)));
        EVENT_FOR_WEBHOOKS.forEach(key -> notFor(source.at("event").at(key)));
        Renew renew = CommandTypeReader.renew(source.at("renew"));
        return new CommandTypeReader(renew == null ? Renew.OPERATOR : renew);
    }

    private void only(String key) {
        if (!source.at(key).isAbsent()) {
            source.at(key).mistake("is for commands only", "kind: command");
        }
    }

    private static void notFor(ConfigNode node) {
        if (!node.isAbsent()) {
            node.mistake("is not for commands", "remove it, or kind: webhook");
        }
    }

    /** Every secret of every caller. */
    List<Secret> secrets(SecretsReader reader) {
        ConfigNode callers = source.at("callers");
        if (!command || callers.isAbsent()) {
            List<Secret> secrets = reader.read(source.at("secrets"));
            secrets.forEach(secret -> callerBySecret.add(Commands.DEFAULT_CALLER));
            return secrets;
        }
        if (!source.at("secrets").isAbsent()) {
            source.at("secrets").mistake("is given beside callers", "name a caller for it there");
        }
        if (callers.isMap() && callers.entries().isEmpty()) {
            callers.mistake("is empty: nobody may command", "{ shop: [\"${SHOP_SECRET}\"] }");
        }
        List<Secret> secrets = new ArrayList<>();
        Map<String, String> owners = new HashMap<>();
        callers.entries().forEach((caller, node) -> {
            if (!SourcesReader.NAME.matcher(caller).matches()) {
                node.mistake("is not a proper name of a caller", SourcesReader.NAMES);
            }
            sharedWithNobody(caller, node, owners);
            List<Secret> theirs = reader.read("callers." + caller, node);
            theirs.forEach(secret -> callerBySecret.add(caller));
            secrets.addAll(theirs);
        });
        return secrets;
    }

    /** Nobody could tell whose command it is. */
    private static void sharedWithNobody(String caller, ConfigNode node, Map<String, String> owners) {
        for (ConfigNode item : node.oneOrMore()) {
            String text = item.isText() ? item.text() : null;
            String owner = text == null || text.isBlank() ? null : owners.putIfAbsent(text.strip(), caller);
            if (owner != null && !owner.equals(caller)) {
                item.mistake("is a secret of caller " + owner + " too", "one of its own for each caller");
            }
        }
    }

    /** One caller's key would be another's: neither the account nor the key would tell them apart. */
    void tellApart(EventReader event, CommandTypeReader types) {
        if (event.account() == null || Set.copyOf(callerBySecret).size() < 2) {
            return;
        }
        types.types().forEach((type, command) -> {
            if (!command.keyMapped()) {
                source.at("operations")
                        .at(type)
                        .at("key")
                        .mistake(
                                "is not mapped, while the account is: callers would share their idempotency keys",
                                "map the key as well, or do not map event.account");
            }
        });
    }

    /** Whose secrets they are, in their order; filled by {@link #secrets}. */
    List<String> callers() {
        return callerBySecret;
    }
}

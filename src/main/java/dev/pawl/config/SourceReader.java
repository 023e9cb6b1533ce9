package dev.pawl.config;

import dev.pawl.core.interpret.BodyFormat;
import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.Mode;
import dev.pawl.core.interpret.OperationRecipe;
import dev.pawl.core.interpret.Recipe;
import dev.pawl.core.interpret.RecipeInterpreter;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Decider;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.Verifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one source, its preset already laid under it. */
final class SourceReader {

    private static final Set<String> OWN_KEYS = Set.of(
            "preset",
            "secrets",
            "verify",
            "mode",
            "accounts",
            "body",
            "config",
            "pending",
            "limit",
            "scope",
            "event",
            "operations",
            "observe",
            "status",
            "backfill",
            "retired",
            "retention",
            "formerly");
    static final Set<String> KEYS = Stream.of(
                    OWN_KEYS, ProviderReader.KEYS, ReceptionReader.KEYS, CommandSourceReader.KEYS)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    /** Parts of a source that are at work while a request is answered. */
    private static final List<String> FOR_REQUESTS = List.of("verify", "handshake", "success");

    private static final int LIMIT = 1 << 20;
    private static final int MOST = 32 << 20;

    /** Tell what sent a request and how it is written; hold nothing secret. */
    private static final Set<String> ALWAYS_KEPT = Set.of("content-type", "user-agent");

    private final String name;
    private final ConfigNode node;
    private final Map<String, Machine> machines;
    private final Set<String> machineNames;
    private final List<Known.Mapping> mappings = new ArrayList<>();
    private final List<SharedScopes.Naming> namings = new ArrayList<>();
    private final SourceNames names;
    private final RetentionReader retention;

    SourceReader(
            String name,
            ConfigNode node,
            Map<String, Machine> machines,
            Set<String> machineNames,
            RetentionReader retention) {
        this.name = name;
        this.node = node;
        this.machines = machines;
        this.machineNames = machineNames;
        this.retention = retention;
        this.names = SourceNames.read(name, node);
    }

    /** Which machine each operation type uses, as far as the file says; filled by {@link #read()}. */
    List<Known.Mapping> mappings() {
        return mappings;
    }

    /** How the operations of each type are identified, as far as the file says; filled by {@link #read()}. */
    List<SharedScopes.Naming> namings() {
        return namings;
    }

    SourceNames names() {
        return names;
    }

    boolean retired() {
        return node.at("retired").flag(false);
    }

    ConfigNode observe() {
        return node.at("observe");
    }

    @Nullable
    Source read() {
        int before = node.mistakes().count();
        node.allow(KEYS, Set.of());
        CommandSourceReader commands = new CommandSourceReader(node);
        EventReader event = EventReader.read(node.at("event"), !commands.isCommand());
        Provider provider = ProviderReader.read(node);
        needed(provider);
        RecipeContext context = RecipeContext.of(node, event.each());
        Scheme scheme = new VerifyReader(context).read(node.at("verify"));
        ReceptionReader receptions = new ReceptionReader(context);
        Reception reception = receptions.read(node);
        BodyFormat body = BodyFormatReader.read(node, scheme);
        MethodsReader.eventsInQuery(node, reception, body, scheme);
        boolean pending = node.at("pending").flag(false);
        SecretsReader secretsReader = new SecretsReader(scheme, receptions.encodings(), pending);
        List<Secret> secrets = commands.secrets(secretsReader);
        int limit = (int) node.at("limit").size(LIMIT, MOST);
        boolean observe = node.at("observe").flag(false);
        Set<String> accounts = AcceptedReader.accounts(node.at("accounts"), event);
        Mode.Accepted accepted = AcceptedReader.mode(node.at("mode"), event);
        CommandTypeReader commandTypes = commands.types();
        AskingReader asks = new AskingReader(node);
        OperationReader operations = new OperationReader(machines, machineNames, asks, commandTypes);
        List<OperationRecipe> recipes = operations(operations);
        namings.addAll(SharedScopes.namings(node, mappings, event, accepted, recipes, commandTypes));
        Asking asking = asks.read(operations.status(), provider.configNeeds());
        Set<Machine> used = recipes.stream().map(OperationRecipe::machine).collect(Collectors.toSet());
        Retention kept = retention.of(node.at("retention"), name, provider, used);
        if (commandTypes != null) {
            commands.tellApart(event, commandTypes);
            beginsNothingAnew(kept);
        }
        Backfill backfill = new BackfillReader(context.given()).read(node.at("backfill"));
        if (node.mistakes().count() > before || scheme == null) {
            return null;
        }
        Recipe recipe = new Recipe(
                name,
                names.scope(),
                body,
                event.each(),
                event.id(),
                event.type(),
                event.occurredAt(),
                event.account(),
                event.mode(),
                accepted,
                accounts,
                recipes);
        Verifier verifier = scheme.verifier();
        return new Source(
                name,
                node.at("preset").text(),
                names.scope(),
                verifier,
                secrets,
                new RecipeInterpreter(recipe, limit, verifier.secretFields()),
                limit,
                keptHeaders(recipe, verifier, reception, commands.isCommand()),
                observe,
                !scheme.open(),
                operations.types(),
                reception,
                provider,
                context.given(),
                context.url(),
                secretsReader.format(),
                pending,
                operations.status(),
                asking,
                backfill,
                kept,
                names.formerly().keySet(),
                commandTypes == null
                        ? null
                        : new Commands(new CommandRecipe(recipe, limit, commandTypes.types()), commands.callers()));
    }

    /** A command's key stays used for good, and it knows of no later generation. */
    void beginsNothingAnew(Retention kept) {
        if (kept.afterExpiry() == Decider.AfterExpiry.NEW) {
            node.at("retention")
                    .at("afterExpiry")
                    .mistake("cannot be new where commands are taken, here or in the same scope", "blocked or checked");
        }
    }

    private List<OperationRecipe> operations(OperationReader reader) {
        List<OperationRecipe> recipes = new ArrayList<>();
        Map<String, ConfigNode> entries =
                new LinkedHashMap<>(node.at("operations").entries());
        entries.forEach((type, operation) -> {
            OperationRecipe recipe = reader.read(type, operation);
            if (recipe != null) {
                recipes.add(recipe);
            }
            String machine =
                    operation.at("machine").isText() ? operation.at("machine").text() : null;
            if (machine != null) {
                mappings.add(new Known.Mapping(
                        name,
                        names.scope(),
                        type,
                        machine,
                        operation.at("fields").keys()));
            }
        });
        if (entries.isEmpty()) {
            node.at("operations").warn("is empty: what this source receives is verified and kept, nothing else", null);
        }
        return recipes;
    }

    /**
     * What the recipe needs to know about the user's account at the provider; a preset says what that is. Some of it is
     * only for asking the provider, which a source need not do.
     */
    private void needed(Provider provider) {
        provider.configNeeds().forEach((name, explanation) -> {
            if (!usedForRequests(name)) {
                return;
            }
            ConfigNode given = node.at("config").at(name);
            String value = given.value();
            if (value == null || value.isBlank()) {
                given.mistake("is missing", explanation);
            }
        });
    }

    private boolean usedForRequests(String config) {
        return FOR_REQUESTS.stream()
                .map(node::at)
                .anyMatch(part -> !part.isAbsent() && part.json().toString().contains("{config:" + config + '}'));
    }

    private static List<String> keptHeaders(Recipe recipe, Verifier verifier, Reception reception, boolean command) {
        Set<String> kept = new TreeSet<>(ALWAYS_KEPT);
        if (command) {
            kept.add("idempotency-key");
        }
        if (reception.gzip()) {
            // The stored bytes are those that came: reading them again takes the same steps.
            kept.add("content-encoding");
        }
        kept.addAll(recipe.headers());
        kept.addAll(verifier.signedHeaders());
        return List.copyOf(kept);
    }
}

package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.pawl.core.Parsed;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.outbound.EffectRule;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads {@code pawl.yaml} as a whole: either all of it is usable, or everything wrong is known. JSON is YAML. */
public final class PawlFileReader {

    static final Set<String> KEYS = Set.of("sources", "machines", "effects", "retention");
    static final Set<String> RETIRED = Set.of("name", "retired");

    private final Mistakes mistakes = new Mistakes();
    private final Placeholders placeholders;

    private PawlFileReader(Function<String, @Nullable String> environment) {
        this.placeholders = new Placeholders(environment);
    }

    /** @param environment value of a variable by name, null where it is not set */
    public static PawlFile read(Path file, Function<String, @Nullable String> environment) {
        return new PawlFileReader(environment).read(file);
    }

    private PawlFile read(Path file) {
        String text = content(file);
        JsonNode tree = text == null ? null : YamlTree.parse(text, file.toString(), mistakes);
        Catalog catalog = mistakes.count() > 0 ? null : catalog(tree);
        Set<Path> files = new HashSet<>(placeholders.files());
        files.add(file);
        return catalog == null || mistakes.count() > 0
                ? new PawlFile.Wrong(mistakes.all(), files)
                : new PawlFile.Read(catalog, mistakes.warnings(), files);
    }

    private @Nullable String content(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            mistakes.add(
                    file.toString(),
                    "does not exist",
                    "PAWL_CONFIG names the file; default pawl.yaml in the working directory");
        } catch (CharacterCodingException e) {
            mistakes.add(file.toString(), "is not UTF-8 text", null);
        } catch (IOException e) {
            mistakes.add(file.toString(), "cannot be read", "is it a file, and may this user read it?");
        }
        return null;
    }

    private @Nullable Catalog catalog(@Nullable JsonNode tree) {
        PawlKey key = key();
        trustedProxies();
        ConfigNode root = ConfigNode.of(new ConfigNode.Reading(mistakes, placeholders, key), "", tree);
        root.allow(KEYS, Set.of());
        Map<String, Machine> machines = new TreeMap<>(BuiltInMachines.all());
        Set<String> machineNames = new TreeSet<>(machines.keySet());
        Map<String, JsonNode> machineTrees = new TreeMap<>();
        Set<String> retiredMachines = new TreeSet<>();
        root.at("machines").entries().forEach((name, node) -> {
            if (retired(node)) {
                retiredMachines.add(name);
                machines.remove(name);
                machineNames.remove(name);
                return;
            }
            machineNames.add(name);
            Machine own = MachineReader.read(name, node);
            if (own == null) {
                machines.remove(name);
            } else {
                machines.put(name, own);
                machineTrees.put(name, node.json());
            }
        });
        RetentionReader retention = new RetentionReader(root.at("retention"));
        Sources sources = new SourcesReader(machines, machineNames, retention).read(root.at("sources"));
        Known known = new Known(machines, machineNames, sources.mappings(), sources.names(), sources.complete());
        EffectReader effectReader = new EffectReader(known);
        List<EffectRule> effects = effectReader.read(root.at("effects"));
        if (mistakes.count() > 0) {
            return null;
        }
        JsonNode effectTree = root.at("effects").isAbsent()
                ? JsonNodeFactory.instance.arrayNode()
                : root.at("effects").json();
        return new Catalog(
                sources.usable(),
                machines,
                effects,
                new Retired(sources.retired(), retiredMachines, effectReader.retired()),
                ContentHash.of(sources.trees(), machineTrees, effectTree, placeholders),
                key,
                retention.usual());
    }

    private @Nullable PawlKey key() {
        String text = placeholders.expand("${" + PawlKey.VARIABLE + ":}", PawlKey.VARIABLE, mistakes);
        if (text == null || text.isBlank()) {
            return null;
        }
        Parsed<PawlKey> key = PawlKey.parse(text);
        if (key instanceof Parsed.Wrong<PawlKey> wrong) {
            mistakes.add(PawlKey.VARIABLE, wrong.problem(), PawlKey.HINT);
        }
        return key.<@Nullable PawlKey>fold(read -> read, problem -> null);
    }

    /** No part of the catalog; a mistake in them is told beside all the others. */
    private void trustedProxies() {
        String text = placeholders.variable(TrustedProxies.VARIABLE);
        Parsed<TrustedProxies> proxies = TrustedProxies.parse(text == null ? "" : text);
        if (proxies instanceof Parsed.Wrong<TrustedProxies> wrong) {
            mistakes.add(TrustedProxies.VARIABLE, wrong.problem(), TrustedProxies.HINT);
        } else if (proxies.fold(TrustedProxies::everybody, problem -> false)) {
            mistakes.warn(
                    TrustedProxies.VARIABLE,
                    "trusts everybody: each sender says itself where it is",
                    TrustedProxies.HINT);
        }
    }

    /** Whether a machine or an effect is only named, to say that it is gone on purpose. */
    static boolean retired(ConfigNode node) {
        if (!node.isMap() || !node.at("retired").flag(false)) {
            return false;
        }
        node.allow(RETIRED, Set.of());
        return true;
    }
}

package dev.pawl.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a source's rows may be under.
 *
 * @param scope part of its operations' identities
 * @param formerly names it had before, oldest first
 */
record SourceNames(String scope, Map<String, ConfigNode> formerly) {

    SourceNames {
        formerly = Collections.unmodifiableMap(new LinkedHashMap<>(formerly));
    }

    /** @param source the whole source */
    static SourceNames read(String name, ConfigNode source) {
        Map<String, ConfigNode> formerly = formerly(source.at("formerly"));
        // Identities are made with the scope: a renamed source keeps them.
        String usual = formerly.isEmpty() ? name : formerly.keySet().iterator().next();
        return new SourceNames(scope(source.at("scope"), usual), formerly);
    }

    private static Map<String, ConfigNode> formerly(ConfigNode node) {
        Map<String, ConfigNode> formerly = new LinkedHashMap<>();
        for (ConfigNode item : node.oneOrMore()) {
            String former = item.requiredText();
            if (former != null && !SourcesReader.NAME.matcher(former).matches()) {
                item.mistake("is not a proper name of a source", SourcesReader.NAMES);
            } else if (former != null) {
                formerly.put(former, item);
            }
        }
        return formerly;
    }

    private static String scope(ConfigNode node, String usual) {
        String scope = node.isAbsent() ? null : node.requiredText();
        if (scope != null && !SourcesReader.NAME.matcher(scope).matches()) {
            node.mistake("is not a proper name of a scope", SourcesReader.NAMES);
        }
        return scope == null ? usual : scope;
    }
}

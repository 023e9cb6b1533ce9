package dev.pawl.config;

import java.util.Set;
import java.util.TreeSet;

/** Reads {@code methods} and {@code encodings}: what a provider's requests may look like. */
final class MethodsReader {

    /** Methods that can carry an event. */
    static final Set<String> DELIVERING = Set.of("POST", "PUT", "GET");

    private static final String GZIP = "gzip";

    static final Set<String> ENCODINGS = Set.of(GZIP);

    private MethodsReader() {}

    static Set<String> methods(ConfigNode node) {
        Set<String> methods = new TreeSet<>();
        for (ConfigNode item : node.oneOrMore()) {
            String method = item.word(DELIVERING);
            if (method != null) {
                methods.add(method);
            }
        }
        if (node.isList() && node.items().isEmpty()) {
            node.mistake("is an empty list, so that nothing could arrive", "leave it out to take POST");
        }
        return node.isAbsent() ? Set.of("POST") : methods;
    }

    static boolean gzip(ConfigNode node) {
        boolean gzip = false;
        for (ConfigNode item : node.oneOrMore()) {
            gzip |= GZIP.equals(item.word(ENCODINGS));
        }
        return gzip;
    }
}

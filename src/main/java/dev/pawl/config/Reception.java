package dev.pawl.config;

import java.util.Set;
import java.util.TreeSet;

/**
 * Which requests a source takes.
 *
 * @param methods those that carry events
 * @param gzip whether {@code Content-Encoding: gzip} is taken; the signature is over the bytes as sent
 */
public record Reception(Set<String> methods, boolean gzip) {

    /** {@code POST}, as it is. */
    public static final Reception USUAL = new Reception(Set.of("POST"), false);

    public Reception {
        methods = Set.copyOf(methods);
    }

    public boolean takes(String method) {
        return methods.contains(method);
    }

    /** The value of the header {@code Allow}. */
    public String allow() {
        return String.join(", ", new TreeSet<>(methods));
    }
}

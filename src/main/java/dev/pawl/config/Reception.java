package dev.pawl.config;

import dev.pawl.core.handshake.AnswerRule;
import dev.pawl.core.handshake.Handshakes;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a source takes and how it answers.
 *
 * @param methods those that carry events
 * @param gzip whether {@code Content-Encoding: gzip} is taken; the signature is over the bytes as sent
 * @param success the answer to what is committed; null: ours
 * @param bareRefusals whether a request that is not authentic is answered without a body
 */
public record Reception(
        Set<String> methods,
        boolean gzip,
        Handshakes handshakes,
        @Nullable AnswerRule success,
        boolean bareRefusals) {

    /** {@code POST}, as it is. */
    public static final Reception USUAL = new Reception(Set.of("POST"), false, Handshakes.NONE, null, false);

    public Reception {
        methods = Set.copyOf(methods);
    }

    /** Whether anything of this method can be taken. */
    public boolean takes(String method) {
        return delivers(method) || handshakes.methods().contains(method);
    }

    /** Whether events come with this method. */
    public boolean delivers(String method) {
        return methods.contains(method);
    }

    /** The value of the header {@code Allow}. */
    public String allow() {
        Set<String> all = new TreeSet<>(methods);
        all.addAll(handshakes.methods());
        return String.join(", ", all);
    }
}

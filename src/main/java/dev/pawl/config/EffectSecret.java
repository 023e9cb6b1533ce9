package dev.pawl.config;

import dev.pawl.core.outbound.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The key of an HTTP effect: {@code whsec_} and base64 as Standard Webhooks writes it, or plain text. Never shown. */
final class EffectSecret {

    private static final String PREFIX = "whsec_";
    private static final int SHORTEST = 16;

    private EffectSecret() {}

    static @Nullable SigningKey read(ConfigNode node) {
        String given = node.requiredText();
        if (given == null) {
            return null;
        }
        String secret = given.strip();
        if (!secret.equals(given)) {
            node.warn("has blanks around it, which are left out", null);
        }
        byte[] key = secret.startsWith(PREFIX)
                ? decoded(secret.substring(PREFIX.length()))
                : secret.getBytes(StandardCharsets.UTF_8);
        if (key == null) {
            node.mistake("has the prefix whsec_, but what follows is not base64", null);
            return null;
        }
        if (key.length < SHORTEST) {
            node.mistake("is shorter than " + SHORTEST + " bytes", "make one: echo whsec_$(openssl rand -base64 32)");
            return null;
        }
        return new SigningKey(key);
    }

    private static byte @Nullable [] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One configured secret, or public key, with what each recipe makes of it: a provider may be changing from one way of
 * reading it to another. Never printed.
 */
public final class Secret {

    private final String name;
    private final String text;
    private final Map<KeyEncoding, SharedKey> shared;
    private final Map<KeyEncoding, TrustedKey> trusted;

    private Secret(String name, String text, Map<KeyEncoding, SharedKey> shared, Map<KeyEncoding, TrustedKey> trusted) {
        this.name = name;
        this.text = text;
        this.shared = shared;
        this.trusted = trusted;
    }

    /**
     * Key bytes, the same whatever way a recipe reads it.
     *
     * @param name where it is configured, such as {@code secrets[0]}
     * @throws IllegalArgumentException for an empty key: anybody could sign with it
     */
    public Secret(String name, byte[] key) {
        this(name, new String(key, StandardCharsets.UTF_8), everywhere(new SharedKey(key)), Map.of());
    }

    private static Map<KeyEncoding, SharedKey> everywhere(SharedKey key) {
        Map<KeyEncoding, SharedKey> keys = new EnumMap<>(KeyEncoding.class);
        for (KeyEncoding encoding : KeyEncoding.values()) {
            keys.put(encoding, key);
        }
        return keys;
    }

    /** A text not yet read in any way. */
    public static Secret of(String name, String text) {
        return new Secret(name, text, Map.of(), Map.of());
    }

    /** The same, read in this way, too; or what is wrong with it, in words that never quote it. */
    public Parsed<Secret> readAs(KeyEncoding encoding, Set<SecretDecoder.Meant> meant) {
        return encoding.isPublic()
                ? PublicKeyDecoder.decode(encoding, text).then(key -> Parsed.of(with(encoding, key)))
                : SecretDecoder.decode(encoding, text, meant)
                        .then(key -> Parsed.of(with(encoding, new SharedKey(key))));
    }

    Secret with(KeyEncoding encoding, SharedKey key) {
        Map<KeyEncoding, SharedKey> more = new EnumMap<>(KeyEncoding.class);
        more.putAll(shared);
        more.put(encoding, key);
        return new Secret(name, text, more, trusted);
    }

    private Secret with(KeyEncoding encoding, TrustedKey key) {
        Map<KeyEncoding, TrustedKey> more = new EnumMap<>(KeyEncoding.class);
        more.putAll(trusted);
        more.put(encoding, key);
        return new Secret(name, text, shared, more);
    }

    public String name() {
        return name;
    }

    /** As configured, without blanks around it. */
    String text() {
        return text;
    }

    /** Null where it is not read in this way. */
    @Nullable
    SharedKey shared(KeyEncoding encoding) {
        return shared.get(encoding);
    }

    /** Null where it is not read in this way. */
    public @Nullable TrustedKey trusted(KeyEncoding encoding) {
        return trusted.get(encoding);
    }

    @Override
    public String toString() {
        return "Secret[" + name + "]";
    }
}

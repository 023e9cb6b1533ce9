package dev.pawl.core.verify;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Key material, decoded. Never printed. */
public final class Secret {

    private final String name;
    private final byte[] key;
    private final Map<HmacAlgorithm, Mac> prototypes = new ConcurrentHashMap<>();

    /**
     * @param name where it is configured, such as {@code secrets[0]}
     * @throws IllegalArgumentException for an empty key: anybody could sign with it
     */
    public Secret(String name, byte[] key) {
        if (key.length == 0) {
            throw new IllegalArgumentException(name + " is empty");
        }
        this.name = name;
        this.key = key.clone();
    }

    public String name() {
        return name;
    }

    /** A fresh MAC with this key. Copied from a keyed one, since preparing a key costs as much as hashing a small body. */
    Mac mac(HmacAlgorithm algorithm) {
        try {
            return (Mac) prototypes.computeIfAbsent(algorithm, this::keyed).clone();
        } catch (CloneNotSupportedException e) {
            // Some security providers' MACs cannot be copied; they are correct all the same, only slower.
            return keyed(algorithm);
        }
    }

    private Mac keyed(HmacAlgorithm algorithm) {
        try {
            Mac mac = Mac.getInstance(algorithm.jca());
            mac.init(new SecretKeySpec(key, algorithm.jca()));
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has " + algorithm.jca(), e);
        }
    }

    @Override
    public String toString() {
        return "Secret[" + name + "]";
    }
}

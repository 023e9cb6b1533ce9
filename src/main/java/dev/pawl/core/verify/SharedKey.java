package dev.pawl.core.verify;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The bytes both sides know, ready for use. Thread-safe. */
final class SharedKey {

    private final byte[] key;
    private final Map<HmacAlgorithm, Mac> prototypes = new ConcurrentHashMap<>();

    /** @throws IllegalArgumentException for an empty key: anybody could sign with it */
    SharedKey(byte[] key) {
        if (key.length == 0) {
            throw new IllegalArgumentException("an empty key");
        }
        this.key = key.clone();
    }

    byte[] mac(HmacAlgorithm algorithm, List<byte[]> pieces) {
        Mac mac = fresh(algorithm);
        pieces.forEach(mac::update);
        return mac.doFinal();
    }

    /** Copied from a keyed one, since preparing a key costs as much as hashing a small body. */
    private Mac fresh(HmacAlgorithm algorithm) {
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
}

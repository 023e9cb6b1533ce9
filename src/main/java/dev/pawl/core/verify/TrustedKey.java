package dev.pawl.core.verify;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import org.jspecify.annotations.Nullable;

/** Somebody's public key. */
public final class TrustedKey {

    /** What it can verify. */
    public enum Kind {
        RSA,
        EC_P256,
        ED25519
    }

    private static final int SHORTEST_RSA = 2048;
    private static final BigInteger P256_ORDER =
            new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

    private final PublicKey key;
    private final Kind kind;
    private final @Nullable X509Certificate certificate;
    private final @Nullable String id;

    private TrustedKey(PublicKey key, Kind kind, @Nullable X509Certificate certificate, @Nullable String id) {
        this.key = key;
        this.kind = kind;
        this.certificate = certificate;
        this.id = id;
    }

    /**
     * Null for a key no algorithm here can use: another curve, or an RSA key that can be broken.
     *
     * @param id what the key's owner calls it
     */
    static @Nullable TrustedKey of(PublicKey key, @Nullable X509Certificate certificate, @Nullable String id) {
        Kind kind = kindOf(key);
        return kind == null ? null : new TrustedKey(key, kind, certificate, id);
    }

    private static @Nullable Kind kindOf(PublicKey key) {
        if (key instanceof RSAPublicKey rsa) {
            return rsa.getModulus().bitLength() >= SHORTEST_RSA ? Kind.RSA : null;
        }
        if (key instanceof ECPublicKey ec) {
            return ec.getParams().getOrder().equals(P256_ORDER) ? Kind.EC_P256 : null;
        }
        return key instanceof EdECPublicKey ed && ed.getParams().getName().equals("Ed25519") ? Kind.ED25519 : null;
    }

    TrustedKey named(String other) {
        return new TrustedKey(key, kind, certificate, other);
    }

    PublicKey key() {
        return key;
    }

    public Kind kind() {
        return kind;
    }

    /** Null where it came alone. */
    @Nullable
    X509Certificate certificate() {
        return certificate;
    }

    @Nullable
    String id() {
        return id;
    }
}

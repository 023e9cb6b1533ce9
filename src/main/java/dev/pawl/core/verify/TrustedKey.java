package dev.pawl.core.verify;

import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.asn1.x509.Certificate;
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

    private final PublicKey key;
    private final Kind kind;
    private final @Nullable CurveKey curve;
    private final @Nullable X509Certificate certificate;
    private final @Nullable String id;

    private TrustedKey(
            PublicKey key,
            Kind kind,
            @Nullable CurveKey curve,
            @Nullable X509Certificate certificate,
            @Nullable String id) {
        this.key = key;
        this.kind = kind;
        this.curve = curve;
        this.certificate = certificate;
        this.id = id;
    }

    /**
     * Null for a key no algorithm here can use: another curve, a point that is not on it, or an RSA key that can be broken.
     *
     * @param id what the key's owner calls it
     */
    static @Nullable TrustedKey of(PublicKey key, @Nullable X509Certificate certificate, @Nullable String id) {
        if (key instanceof RSAPublicKey rsa) {
            return rsa.getModulus().bitLength() < SHORTEST_RSA
                    ? null
                    : new TrustedKey(key, Kind.RSA, null, certificate, id);
        }
        if (key instanceof ECPublicKey ec && CurveKey.P256.isCurveOf(ec)) {
            CurveKey curve = CurveKey.P256.of(ec);
            return curve == null ? null : new TrustedKey(key, Kind.EC_P256, curve, certificate, id);
        }
        if (key instanceof EdECPublicKey ed && CurveKey.Edwards.isCurveOf(ed)) {
            CurveKey curve = CurveKey.Edwards.of(ed);
            return curve == null ? null : new TrustedKey(key, Kind.ED25519, curve, certificate, id);
        }
        return null;
    }

    TrustedKey named(String other) {
        return new TrustedKey(key, kind, curve, certificate, other);
    }

    /** Null where the key is on none. */
    @Nullable
    CurveKey curve() {
        return curve;
    }

    PublicKey key() {
        return key;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether its certificate is over at this time; never for a key that came alone. */
    @SuppressWarnings("JavaUtilDate") // X.509 in the JDK knows nothing newer.
    boolean hasExpired(Instant now) {
        return certificate != null && now.isAfter(certificate.getNotAfter().toInstant());
    }

    /** Whether its certificate bears one of these common names; never for a key that came alone. */
    boolean isIssuedTo(List<String> commonNames) {
        if (certificate == null) {
            return false;
        }
        try {
            return Arrays.stream(Certificate.getInstance(certificate.getEncoded())
                            .getSubject()
                            .getRDNs(BCStyle.CN))
                    .anyMatch(part -> commonNames.contains(
                            IETFUtils.valueToString(part.getFirst().getValue())));
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that was decoded cannot be encoded", e);
        }
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

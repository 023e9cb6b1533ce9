package dev.pawl.core.verify;

import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Certificates that come with a signature: they count only when they lead to the pinned root. */
final class CertificateChain {

    private static final int LONGEST = 6;

    private CertificateChain() {}

    /**
     * The key of the first certificate, or null where it does not lead to the root at this instant.
     *
     * @param encoded in base64, the signer's first
     */
    static @Nullable TrustedKey leaf(List<String> encoded, TrustedKey root, JwsRule.Chain expected, Instant now) {
        X509Certificate anchor = root.certificate();
        List<X509Certificate> chain = anchor == null ? null : read(encoded, anchor);
        if (chain == null || anchor == null || chain.isEmpty()) {
            return null;
        }
        boolean made = isFor(chain, 0, expected.leaf()) && isFor(chain, 1, expected.intermediate());
        return made && leadsTo(anchor, chain, now)
                ? TrustedKey.of(chain.get(0).getPublicKey(), chain.get(0), null)
                : null;
    }

    /** Without the root, which may come along; null where one is no certificate. */
    private static @Nullable List<X509Certificate> read(List<String> encoded, X509Certificate anchor) {
        if (encoded.size() > LONGEST) {
            return null;
        }
        List<X509Certificate> chain = new ArrayList<>();
        for (String text : encoded) {
            byte[] der = SignatureEncoding.BASE64.decode(text);
            X509Certificate certificate = der == null ? null : PublicKeyDecoder.x509(der);
            if (certificate == null) {
                return null;
            }
            if (!certificate.equals(anchor)) {
                chain.add(certificate);
            }
        }
        return chain;
    }

    private static boolean isFor(List<X509Certificate> chain, int index, @Nullable String extension) {
        return extension == null || (index < chain.size() && chain.get(index).getExtensionValue(extension) != null);
    }

    @SuppressWarnings("JavaUtilDate") // The JDK's validator knows nothing newer.
    private static boolean leadsTo(X509Certificate anchor, List<X509Certificate> chain, Instant now) {
        try {
            CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(chain);
            PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(anchor, null)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(now));
            CertPathValidator.getInstance("PKIX").validate(path, parameters);
            return true;
        } catch (GeneralSecurityException | RuntimeException e) {
            // Another root, out of date, or nothing a chain can be made of.
            return false;
        }
    }
}

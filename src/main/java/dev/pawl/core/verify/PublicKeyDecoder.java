package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.WrittenJson;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns texts into public keys. Total, since some come from the network; a problem names the fault, never the value. */
final class PublicKeyDecoder {

    private static final String WHPK = "whpk_";
    private static final int ED25519_BYTES = 32;
    private static final List<String> FACTORIES = List.of("RSA", "EC", "Ed25519");
    /** What comes before the 32 bytes of an Ed25519 key (RFC 8410). */
    private static final byte[] ED25519_HEADER = HexFormat.of().parseHex("302a300506032b6570032100");

    private PublicKeyDecoder() {}

    static Parsed<TrustedKey> decode(KeyEncoding encoding, String text) {
        String trimmed = text.strip();
        return switch (encoding) {
            case PEM -> pem(trimmed);
            case CERTIFICATE -> certificate(trimmed);
            case SPKI_BASE64 -> spki(SignatureEncoding.BASE64.decode(trimmed), "base64");
            case ED25519_HEX -> ed25519(SignatureEncoding.HEX.decode(trimmed), "hex");
            case ED25519_BASE64 -> ed25519(SignatureEncoding.BASE64.decode(trimmed), "base64");
            case WHPK ->
                trimmed.startsWith(WHPK)
                        ? ed25519(
                                SignatureEncoding.BASE64.decode(trimmed.substring(WHPK.length())), "base64 after whpk_")
                        : Parsed.wrong("does not start with whpk_");
            case JWK ->
                WrittenJson.parse(trimmed.getBytes(StandardCharsets.UTF_8))
                        .fold(json -> JsonWebKey.read(json), problem -> Parsed.wrong("is not a JSON Web Key"));
            case UTF8, HEX, BASE64, WHSEC, WHSEC_OR_UTF8, SHA1_DIGEST -> Parsed.wrong("is a shared secret");
        };
    }

    private static Parsed<TrustedKey> pem(String text) {
        byte[] bytes = armoured(text, "PUBLIC KEY");
        return bytes == null
                ? Parsed.wrong("is not a public key as -----BEGIN PUBLIC KEY----- … -----END PUBLIC KEY-----")
                : spki(bytes, "PEM");
    }

    private static Parsed<TrustedKey> certificate(String text) {
        byte[] bytes = armoured(text, "CERTIFICATE");
        X509Certificate certificate = bytes == null ? null : x509(bytes);
        TrustedKey key = certificate == null ? null : TrustedKey.of(certificate.getPublicKey(), certificate, null);
        return key == null
                ? Parsed.wrong("is not a certificate (-----BEGIN CERTIFICATE-----) of a key that can be used here")
                : Parsed.of(key);
    }

    /** The bytes of the first block with this label; null where there is none. */
    static byte @Nullable [] armoured(String text, String label) {
        String begin = "-----BEGIN " + label + "-----";
        int start = text.indexOf(begin);
        int end = text.indexOf("-----END " + label + "-----");
        if (start < 0 || end < start) {
            return null;
        }
        try {
            // In an environment variable line ends may be written as \n.
            String inner = text.substring(start + begin.length(), end).replace("\\n", "\n");
            return Base64.getMimeDecoder().decode(inner);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Null for what is no certificate. */
    static @Nullable X509Certificate x509(byte[] der) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException | RuntimeException e) {
            // Not every broken certificate gives the declared exception.
            return null;
        }
    }

    private static Parsed<TrustedKey> ed25519(byte @Nullable [] raw, String encoding) {
        if (raw == null || raw.length != ED25519_BYTES) {
            return Parsed.wrong("is not an Ed25519 key of 32 bytes in " + encoding);
        }
        byte[] der = new byte[ED25519_HEADER.length + raw.length];
        System.arraycopy(ED25519_HEADER, 0, der, 0, ED25519_HEADER.length);
        System.arraycopy(raw, 0, der, ED25519_HEADER.length, raw.length);
        return spki(der, encoding);
    }

    /** Ed25519 key bytes as JSON Web Keys hold them. */
    static Parsed<TrustedKey> ed25519(byte[] raw) {
        return ed25519(raw, "base64url");
    }

    private static Parsed<TrustedKey> spki(byte @Nullable [] der, String encoding) {
        if (der == null) {
            return Parsed.wrong("is not valid " + encoding);
        }
        for (String factory : FACTORIES) {
            PublicKey key = key(factory, der);
            TrustedKey trusted = key == null ? null : TrustedKey.of(key, null, null);
            if (trusted != null) {
                return Parsed.of(trusted);
            }
        }
        return Parsed.wrong("is no public key of a kind that can be used: RSA from 2048 bits, P-256, Ed25519");
    }

    private static @Nullable PublicKey key(String factory, byte[] der) {
        try {
            return KeyFactory.getInstance(factory).generatePublic(new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException | RuntimeException e) {
            // A key of another kind, or none.
            return null;
        }
    }
}

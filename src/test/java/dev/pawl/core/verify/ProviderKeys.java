package dev.pawl.core.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A provider's key pairs, one of each kind, and everything it would publish about them. Made once per run. */
public final class ProviderKeys implements RequestSigner.Pen {

    /** Of the leaf and the intermediate certificate; Apple's, so that its preset can be tested. */
    public static final String LEAF_OID = "1.2.840.113635.100.6.11.1";

    public static final String INTERMEDIATE_OID = "1.2.840.113635.100.6.2.1";

    private static final ProviderKeys INSTANCE = new ProviderKeys();

    private final KeyPair rsa = generate("RSA");
    private final KeyPair ec = generate("EC");
    private final KeyPair ed25519 = generate("Ed25519");
    private final KeyPair root = generate("EC");
    private final KeyPair middle = generate("EC");
    private final TestCertificate rootCertificate =
            TestCertificate.issue("Root", root.getPublic(), true, null, "Root", root.getPrivate());
    private final TestCertificate middleCertificate =
            TestCertificate.issue("Middle", middle.getPublic(), true, INTERMEDIATE_OID, "Root", root.getPrivate());
    private final TestCertificate leafCertificate =
            TestCertificate.issue("Leaf", ec.getPublic(), false, LEAF_OID, "Middle", middle.getPrivate());

    private ProviderKeys() {}

    public static ProviderKeys get() {
        return INSTANCE;
    }

    private static KeyPair generate(String kind) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
            if (kind.equals("EC")) {
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private KeyPair pair(TrustedKey.Kind kind) {
        return switch (kind) {
            case RSA -> rsa;
            case EC_P256 -> ec;
            case ED25519 -> ed25519;
        };
    }

    /** The public key as it is listed under {@code secrets}. */
    public String text(KeyEncoding encoding, TrustedKey.Kind kind) {
        byte[] spki = pair(kind).getPublic().getEncoded();
        byte[] raw = Arrays.copyOfRange(spki, spki.length - 32, spki.length);
        return switch (encoding) {
            case PEM ->
                "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(spki)
                        + "\n-----END PUBLIC KEY-----\n";
            case CERTIFICATE -> certificate(kind).pem();
            case SPKI_BASE64 -> Base64.getEncoder().encodeToString(spki);
            case ED25519_HEX -> HexFormat.of().formatHex(raw);
            case ED25519_BASE64 -> Base64.getEncoder().encodeToString(raw);
            case WHPK -> "whpk_" + Base64.getEncoder().encodeToString(raw);
            case JWK -> jwk(kind);
            case UTF8, HEX, BASE64, WHSEC, WHSEC_OR_UTF8, SHA1_DIGEST -> throw new AssertionError(encoding);
        };
    }

    /** The root all certificates lead to, as it is listed under {@code secrets} for {@code x5c}. */
    public String rootPem() {
        return rootCertificate.pem();
    }

    private TestCertificate certificate(TrustedKey.Kind kind) {
        return TestCertificate.issue("Signer", pair(kind).getPublic(), false, null, "Root", root.getPrivate());
    }

    private String jwk(TrustedKey.Kind kind) {
        String id = ",\"kid\":\"" + keyId() + "\"}";
        if (rsa.getPublic() instanceof RSAPublicKey key && kind == TrustedKey.Kind.RSA) {
            return "{\"kty\":\"RSA\",\"n\":\"" + number(key.getModulus(), 256) + "\",\"e\":\""
                    + number(key.getPublicExponent(), 3) + "\"" + id;
        }
        if (ec.getPublic() instanceof ECPublicKey key && kind == TrustedKey.Kind.EC_P256) {
            return "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\""
                    + number(key.getW().getAffineX(), 32) + "\",\"y\":\""
                    + number(key.getW().getAffineY(), 32) + "\"" + id;
        }
        byte[] spki = ed25519.getPublic().getEncoded();
        byte[] raw = Arrays.copyOfRange(spki, spki.length - 32, spki.length);
        return "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\""
                + Base64.getUrlEncoder().withoutPadding().encodeToString(raw) + "\"" + id;
    }

    private static String number(BigInteger number, int length) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[length];
        int from = Math.max(0, bytes.length - length);
        System.arraycopy(bytes, from, fixed, length - (bytes.length - from), bytes.length - from);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(fixed);
    }

    /** What the provider answers to somebody who asks for its keys; of this kind where it hands out only one. */
    public byte[] answer(KeyRequest request, TrustedKey.Kind kind) {
        KeyRequest.Listed listed = request.listed();
        String text = switch (request.format()) {
            case CERTIFICATE -> text(KeyEncoding.CERTIFICATE, kind);
            case PEM -> text(KeyEncoding.PEM, kind);
            case JWK -> jwk(kind);
            case JWKS ->
                "{\"keys\":[" + jwk(TrustedKey.Kind.RSA) + "," + jwk(TrustedKey.Kind.EC_P256) + ","
                        + jwk(TrustedKey.Kind.ED25519) + "]}";
        };
        return (listed == null ? text : ListedKeys.answer(listed, keyId(), text, request.format())).getBytes(UTF_8);
    }

    @Override
    public byte @Nullable [] sign(SignatureAlgorithm algorithm, List<byte[]> content) {
        return algorithm instanceof PublicKeyAlgorithm asymmetric ? signed(asymmetric, content) : null;
    }

    private byte[] signed(PublicKeyAlgorithm algorithm, List<byte[]> content) {
        try {
            Signature signer = Signature.getInstance(
                    switch (algorithm) {
                        case ED25519 -> "Ed25519";
                        case ECDSA_P256_SHA256 -> "SHA256withECDSA";
                        case ECDSA_P256_SHA1 -> "SHA1withECDSA";
                        case RSA_SHA256 -> "SHA256withRSA";
                        case RSA_SHA1 -> "SHA1withRSA";
                        case ECDSA_P256_SHA256_RAW -> "SHA256withECDSAinP1363Format";
                    });
            signer.initSign(pair(algorithm.kind()).getPrivate());
            for (byte[] piece : content) {
                signer.update(piece);
            }
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public List<String> certificates() {
        return List.of(leafCertificate.base64(), middleCertificate.base64(), rootCertificate.base64());
    }
}

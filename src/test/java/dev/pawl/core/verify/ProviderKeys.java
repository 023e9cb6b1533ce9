package dev.pawl.core.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
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

    private static final String SIGNER = "Signer";

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
        PublicKey key = pair(kind).getPublic();
        byte[] spki = key.getEncoded();
        return switch (encoding) {
            case PEM -> pem(key);
            case CERTIFICATE -> certificate(key, SIGNER).pem();
            case SPKI_BASE64 -> Base64.getEncoder().encodeToString(spki);
            case ED25519_HEX -> HexFormat.of().formatHex(raw(key));
            case ED25519_BASE64 -> Base64.getEncoder().encodeToString(raw(key));
            case WHPK -> "whpk_" + Base64.getEncoder().encodeToString(raw(key));
            case JWK -> jwk(kind);
            case UTF8, HEX, BASE64, WHSEC, WHSEC_OR_UTF8, SHA1_DIGEST -> throw new AssertionError(encoding);
        };
    }

    /** The root all certificates lead to, as it is listed under {@code secrets} for {@code x5c}. */
    public String rootPem() {
        return rootCertificate.pem();
    }

    private static String pem(PublicKey key) {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** The certificate of a key, for this common name. */
    public String certificate(TrustedKey.Kind kind, String subject) {
        return certificate(pair(kind).getPublic(), subject).pem();
    }

    private static String subject(KeyRequest request) {
        return request.subjects().stream().findFirst().orElse(SIGNER);
    }

    private TestCertificate certificate(PublicKey key, String subject) {
        return TestCertificate.issue(subject, key, false, null, "Root", root.getPrivate());
    }

    private String jwk(TrustedKey.Kind kind) {
        return jwk(pair(kind).getPublic(), keyId());
    }

    private static String jwk(PublicKey any, String name) {
        String id = ",\"kid\":\"" + name + "\"}";
        if (any instanceof RSAPublicKey key) {
            return "{\"kty\":\"RSA\",\"n\":\"" + number(key.getModulus(), 256) + "\",\"e\":\""
                    + number(key.getPublicExponent(), 3) + "\"" + id;
        }
        if (any instanceof ECPublicKey key) {
            return "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\""
                    + number(key.getW().getAffineX(), 32) + "\",\"y\":\""
                    + number(key.getW().getAffineY(), 32) + "\"" + id;
        }
        return "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\""
                + Base64.getUrlEncoder().withoutPadding().encodeToString(raw(any)) + "\"" + id;
    }

    private static byte[] raw(PublicKey ed25519) {
        byte[] spki = ed25519.getEncoded();
        return Arrays.copyOfRange(spki, spki.length - 32, spki.length);
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
            case CERTIFICATE -> certificate(kind, subject(request));
            case PEM -> text(KeyEncoding.PEM, kind);
            case JWK -> jwk(kind);
            case JWKS ->
                "{\"keys\":[" + jwk(TrustedKey.Kind.RSA) + "," + jwk(TrustedKey.Kind.EC_P256) + ","
                        + jwk(TrustedKey.Kind.ED25519) + "]}";
        };
        return (listed == null ? text : ListedKeys.answer(listed, keyId(), text, request.format())).getBytes(UTF_8);
    }

    /** What a provider answers that has this key and no other. */
    public byte[] answer(KeyRequest request, String id, PublicKey key) {
        KeyRequest.Listed listed = request.listed();
        String text = switch (request.format()) {
            case CERTIFICATE -> certificate(key, subject(request)).pem();
            case PEM -> pem(key);
            case JWK -> jwk(key, id);
            case JWKS -> "{\"keys\":[" + jwk(key, id) + "]}";
        };
        return (listed == null ? text : ListedKeys.answer(listed, id, text, request.format())).getBytes(UTF_8);
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

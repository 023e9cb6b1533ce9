package dev.pawl.core.verify;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Certificates written out in DER, since the JDK can read them but not make any. Valid from 2020 to 2049. */
public final class TestCertificate {

    private static final byte[] ECDSA_SHA256 = HexFormat.of().parseHex("300a06082a8648ce3d040302");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");
    private static final byte[] BASIC_CONSTRAINTS_CA = HexFormat.of().parseHex("300f0603551d130101ff040530030101ff");

    private final byte[] der;

    private TestCertificate(byte[] der) {
        this.der = der;
    }

    /**
     * Issued with an EC key.
     *
     * @param extension an object identifier it carries, if any
     */
    static TestCertificate issue(
            String subject,
            PublicKey key,
            boolean authority,
            @Nullable String extension,
            String issuer,
            PrivateKey issuerKey) {
        byte[] extensions = join(
                authority ? BASIC_CONSTRAINTS_CA : new byte[0],
                extension == null
                        ? new byte[0]
                        : der(0x30, join(der(0x06, oid(extension)), der(0x04, der(0x05, new byte[0])))));
        byte[] body = der(
                0x30,
                join(
                        HexFormat.of().parseHex("a003020102"),
                        der(
                                0x02,
                                BigInteger.valueOf(subject.hashCode() & 0x7fffffffL)
                                        .toByteArray()),
                        ECDSA_SHA256,
                        name(issuer),
                        der(0x30, join(time("200101000000Z"), time("491231235959Z"))),
                        name(subject),
                        key.getEncoded(),
                        extensions.length == 0 ? extensions : der(0xa3, der(0x30, extensions))));
        try {
            Signature signer = Signature.getInstance("SHA256withECDSA");
            signer.initSign(issuerKey);
            signer.update(body);
            byte[] signature = der(0x03, join(new byte[] {0}, signer.sign()));
            return new TestCertificate(der(0x30, join(body, ECDSA_SHA256, signature)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    String base64() {
        return Base64.getEncoder().encodeToString(der);
    }

    String pem() {
        return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END CERTIFICATE-----\n";
    }

    private static byte[] name(String text) {
        byte[] value = der(0x0c, text.getBytes(US_ASCII));
        return der(0x30, der(0x31, der(0x30, join(COMMON_NAME, value))));
    }

    private static byte[] time(String text) {
        return der(0x17, text.getBytes(US_ASCII));
    }

    private static byte[] oid(String text) {
        String[] arcs = text.split("\\.", -1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(40 * Integer.parseInt(arcs[0]) + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >>> shift > 0) {
                    bytes.write(0x80 | ((arc >>> shift) & 0x7f));
                }
            }
            bytes.write(arc & 0x7f);
        }
        return bytes.toByteArray();
    }

    private static byte[] der(int tag, byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(tag);
        if (content.length < 0x80) {
            bytes.write(content.length);
        } else if (content.length < 0x100) {
            bytes.write(0x81);
            bytes.write(content.length);
        } else {
            bytes.write(0x82);
            bytes.write(content.length >>> 8);
            bytes.write(content.length & 0xff);
        }
        bytes.writeBytes(content);
        return bytes.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}

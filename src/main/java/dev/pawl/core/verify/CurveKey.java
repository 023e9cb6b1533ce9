package dev.pawl.core.verify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.ECPoint;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.DSAEncoding;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/**
 * A public key on a curve, prepared for many signatures. The JDK's own arithmetic takes five to eight times as long, and
 * checks neither that the point is on the curve nor that it is one of the group that counts.
 */
sealed interface CurveKey {

    /** P-256 (FIPS 186-5), its point checked. */
    record P256(ECPublicKeyParameters key) implements CurveKey {

        private static final ECDomainParameters CURVE = curve();

        private static ECDomainParameters curve() {
            X9ECParameters parameters = CustomNamedCurves.getByName("secp256r1");
            return new ECDomainParameters(parameters);
        }

        static boolean isCurveOf(ECPublicKey key) {
            return key.getParams().getOrder().equals(CURVE.getN());
        }

        /** Null for a point that is not on the curve. */
        static @Nullable P256 of(ECPublicKey key) {
            ECPoint point = key.getW();
            if (point.equals(ECPoint.POINT_INFINITY)) {
                return null;
            }
            try {
                return new P256(new ECPublicKeyParameters(
                        CURVE.getCurve().validatePoint(point.getAffineX(), point.getAffineY()), CURVE));
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        /** @param encoding how the two numbers are written */
        boolean signed(byte[] hash, byte[] signature, DSAEncoding encoding) {
            BigInteger[] numbers;
            try {
                numbers = encoding.decode(CURVE.getN(), signature);
            } catch (IOException | RuntimeException e) {
                // Bytes that are no signature at all.
                return false;
            }
            ECDSASigner verifier = new ECDSASigner();
            verifier.init(false, key);
            return verifier.verifySignature(hash, numbers[0], numbers[1]);
        }
    }

    /** Ed25519 (RFC 8032), its point of the group's order. */
    record Edwards(Ed25519.PublicPoint point) implements CurveKey {

        static boolean isCurveOf(EdECPublicKey key) {
            return key.getParams().getName().equals("Ed25519");
        }

        /** Null for a point that makes signatures fit more than one message. */
        static @Nullable Edwards of(EdECPublicKey key) {
            byte[] encoded = key.getEncoded();
            byte[] raw = Arrays.copyOfRange(encoded, encoded.length - Ed25519.PUBLIC_KEY_SIZE, encoded.length);
            Ed25519.PublicPoint point = Ed25519.validatePublicKeyFullExport(raw, 0);
            return point == null ? null : new Edwards(point);
        }

        boolean signed(List<byte[]> pieces, byte[] signature) {
            if (signature.length != Ed25519.SIGNATURE_SIZE) {
                return false;
            }
            byte[] message = joined(pieces);
            return Ed25519.verify(signature, 0, point, message, 0, message.length);
        }

        private static byte[] joined(List<byte[]> pieces) {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            pieces.forEach(message::writeBytes);
            return message.toByteArray();
        }
    }
}

package dev.pawl.core.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PublicKeyTest {

    private static final List<byte[]> CONTENT = List.of("some ".getBytes(UTF_8), "text".getBytes(UTF_8));
    private static final Set<KeyEncoding> ONLY_ED25519 =
            EnumSet.of(KeyEncoding.ED25519_HEX, KeyEncoding.ED25519_BASE64, KeyEncoding.WHPK);

    private static TrustedKey key(KeyEncoding encoding, TrustedKey.Kind kind) {
        return Recipes.right(
                PublicKeyDecoder.decode(encoding, ProviderKeys.get().text(encoding, kind)));
    }

    private static byte[] signed(PublicKeyAlgorithm algorithm) {
        return Objects.requireNonNull(ProviderKeys.get().sign(algorithm, CONTENT));
    }

    @ParameterizedTest
    @EnumSource(PublicKeyAlgorithm.class)
    void everyEncodingOfAKeyVerifiesWhatItsOwnerSigned(PublicKeyAlgorithm algorithm) {
        byte[] signature = signed(algorithm);
        for (KeyEncoding encoding : KeyEncoding.values()) {
            boolean possible = algorithm.kind() == TrustedKey.Kind.ED25519 || !ONLY_ED25519.contains(encoding);
            if (encoding.isPublic() && possible) {
                TrustedKey key = key(encoding, algorithm.kind());

                assertThat(algorithm.verifies(key, CONTENT, signature))
                        .as("%s", encoding)
                        .isTrue();
                assertThat(algorithm.verifies(key, List.of(), signature))
                        .as("%s", encoding)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(PublicKeyAlgorithm.class)
    void damagedSignaturesAreNoneAndNeverThrow(PublicKeyAlgorithm algorithm) {
        TrustedKey key = key(KeyEncoding.PEM, algorithm.kind());
        byte[] signature = signed(algorithm);
        Random random = new Random(20_261_201L);
        for (int round = 0; round < 100; round++) {
            byte[] damaged = Arrays.copyOf(signature, round < 50 ? signature.length : random.nextInt(300));
            damaged[random.nextInt(Math.max(1, damaged.length - 1))] ^= (byte) (1 + random.nextInt(255));

            assertThat(algorithm.verifies(key, CONTENT, damaged))
                    .as("round %d", round)
                    .isFalse();
        }
        assertThat(algorithm.verifies(key, CONTENT, new byte[0])).isFalse();
        assertThat(algorithm.verifies(key, CONTENT, new byte[64])).isFalse();
        assertThat(algorithm.verifies(key, CONTENT, new byte[] {0x30, 6, 2, 1, 0, 2, 1, 0}))
                .isFalse();
    }

    @Test
    void aKeyOfAnotherKindVerifiesNothing() {
        for (PublicKeyAlgorithm algorithm : PublicKeyAlgorithm.values()) {
            for (TrustedKey.Kind kind : TrustedKey.Kind.values()) {
                assertThat(algorithm.verifies(key(KeyEncoding.PEM, kind), CONTENT, signed(algorithm)))
                        .isEqualTo(kind == algorithm.kind());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PEM            | nothing of it                                  | is not a public key",
                "PEM            | -----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY----- | is no public key of a kind",
                "CERTIFICATE    | -----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE----- | is not a certificate",
                "SPKI_BASE64    | !!!!                                           | is not valid base64",
                "SPKI_BASE64    | AAAA                                           | is no public key of a kind",
                "ED25519_HEX    | 00ff                                           | is not an Ed25519 key of 32 bytes in hex",
                "ED25519_BASE64 | AAAA                                           | is not an Ed25519 key of 32 bytes in base64",
                "WHPK           | AAAA                                           | does not start with whpk_",
                "JWK            | {}                                             | is not a JSON Web Key",
                "JWK            | {\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"} | is not a JSON Web Key",
                "JWK            | {\"kty\":\"EC\",\"crv\":\"P-384\",\"x\":\"AA\",\"y\":\"AA\"} | is not a JSON Web Key",
                "JWK            | {\"kty\":\"oct\",\"k\":\"AAAA\"}               | is not a JSON Web Key",
                // A point beside the curve, and points of small order, which fit more than one message.
                "JWK            | {\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AQ\",\"y\":\"AQ\"} | is not a JSON Web Key",
                "ED25519_HEX    | 0100000000000000000000000000000000000000000000000000000000000000 | is no public key of a kind",
                "ED25519_HEX    | ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f | is no public key of a kind",
                "UTF8           | AAAA                                           | is a shared secret",
            })
    void faultsAreTold(KeyEncoding encoding, String text, String problem) {
        String told = PublicKeyDecoder.decode(encoding, text).fold(key -> "none", wrong -> wrong);

        assertThat(told).startsWith(problem);
    }

    @Test
    void aPemMayCarryItsLineEndsAsText() {
        String pem = ProviderKeys.get().text(KeyEncoding.PEM, TrustedKey.Kind.RSA);
        String oneLine = pem.replace("\r\n", "\n").replace("\n", "\\n");

        assertThat(PublicKeyDecoder.decode(KeyEncoding.PEM, oneLine).<Boolean>fold(key -> true, problem -> false))
                .isTrue();
    }
}

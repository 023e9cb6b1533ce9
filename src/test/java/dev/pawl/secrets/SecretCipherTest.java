package dev.pawl.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SecretCipherTest {

    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final SecretCipher cipher = new SecretCipher(KEY);

    @Test
    void whatIsEncryptedComesBackForItsOwnerAndKeyOnly() {
        byte[] encrypted = cipher.encrypt("asana/handshake", "a secret, é");

        assertThat(cipher.decrypt("asana/handshake", encrypted)).isEqualTo("a secret, é");
        assertThat(new SecretCipher(KEY).decrypt("asana/handshake", encrypted)).isEqualTo("a secret, é");
        assertThat(cipher.decrypt("other/handshake", encrypted)).isNull();
        byte[] otherKey = KEY.clone();
        otherKey[0]++;
        assertThat(new SecretCipher(otherKey).decrypt("asana/handshake", encrypted))
                .isNull();
    }

    @Test
    void nothingIsEverEncryptedTheSameWayTwice() {
        assertThat(cipher.encrypt("o", "secret")).isNotEqualTo(cipher.encrypt("o", "secret"));
    }

    @Test
    void noChangedBitIsAccepted() {
        byte[] encrypted = cipher.encrypt("o", "secret");
        for (int bit = 0; bit < encrypted.length * 8; bit++) {
            byte[] changed = encrypted.clone();
            changed[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThat(cipher.decrypt("o", changed)).isNull();
        }
        for (int length = 0; length < encrypted.length; length++) {
            assertThat(cipher.decrypt("o", Arrays.copyOf(encrypted, length))).isNull();
        }
    }
}

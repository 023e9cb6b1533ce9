package dev.pawl.core.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SecretDecoderTest {

    private static final String KEY = "000102030405060708090a0b0c0d0e0f";
    private static final String KEY_BASE64 = "AAECAwQFBgcICQoLDA0ODw==";

    /** The key as hex, or the problem. */
    private static String decode(KeyEncoding encoding, String text) {
        return SecretDecoder.decode(encoding, text).fold(key -> HexFormat.of().formatHex(key), problem -> problem);
    }

    @Test
    void keysAreDecodedAsConfigured() {
        String text = "whsec_text_as_it_is";
        String asText = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));

        assertThat(decode(KeyEncoding.HEX, KEY.toUpperCase(java.util.Locale.ROOT)))
                .isEqualTo(KEY);
        assertThat(decode(KeyEncoding.BASE64, KEY_BASE64)).isEqualTo(KEY);
        assertThat(decode(KeyEncoding.BASE64, KEY_BASE64.replace("=", ""))).isEqualTo(KEY);
        assertThat(decode(KeyEncoding.WHSEC, "whsec_" + KEY_BASE64)).isEqualTo(KEY);
        assertThat(decode(KeyEncoding.WHSEC, KEY_BASE64)).isEqualTo(KEY);
        assertThat(decode(KeyEncoding.WHSEC_OR_UTF8, "whsec_" + KEY_BASE64)).isEqualTo(KEY);
        assertThat(decode(KeyEncoding.WHSEC_OR_UTF8, "plain-text-of-a-key")).startsWith("706c61696e");
        assertThat(decode(KeyEncoding.UTF8, text)).isEqualTo(asText);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "WHSEC         | whsec_                          | shorter than 16 bytes",
                "WHSEC         | whsec_!!!!                      | not valid base64",
                "WHSEC         | whsec_YQ==                      | shorter than 16 bytes",
                "WHSEC         | whsec_AAECAwQFBgcICQoLDA0ODx==  | not valid base64",
                "WHSEC         | v1,whsec_AAECAwQFBgcICQoLDA0ODw== | starts with v1,",
                "WHSEC         | whpk_AAECAwQFBgcICQoLDA0ODw==   | public key",
                "WHSEC_OR_UTF8 | whsec_!!!!!!!!!!!!!!!!!!!!!!!!  | not valid base64",
                "UTF8          | v1,whsec_AAECAwQFBgcICQoLDA0ODw== | starts with v1,",
                "UTF8          | sk_live_0123456789abcdef        | API key",
                "UTF8          | fifteen--bytes-             | shorter than 16 bytes",
                "UTF8          | \"a secret in quotes\"          | quotes",
                "UTF8          | 'a-secret-in-quotes'            | quotes",
                "BASE64        | AAECAwQFBgcI CQoLDA0ODw==       | blank",
                "HEX           | 00010203 0405060708090a0b0c0d0e0f | blank",
                "WHSEC         | whsec_AAECAwQF BgcICQoLDA0ODw== | blank",
                "WHSEC_OR_UTF8 | whsec_AAECAwQF BgcICQoLDA0ODw== | blank",
                "UTF8          | Bearer 0123456789abcdef         | Authorization header",
                "HEX           | 000102030405060708090a0b0c0d0e0 | not valid hex",
                "HEX           | zz0102030405060708090a0b0c0d0e0f | not valid hex",
                "BASE64        | AAECAwQFBgcICQoLDA0ODw=         | not valid base64",
            })
    void faultsAreNamedButNeverTheValue(KeyEncoding encoding, String text, String problem) {
        String told = decode(encoding, text);

        assertThat(told).contains(problem);
        String tail = text.substring(Math.min(text.length() - 1, 8));
        assertThat(tail.length() < 4 || !told.contains(tail)).isTrue();
    }

    /** The published secret of GitHub's example is such a text, and people choose passwords of several words. */
    @ParameterizedTest
    @CsvSource({"UTF8", "SHA1_DIGEST", "WHSEC_OR_UTF8"})
    void wordsMayHaveBlanksBetweenThem(KeyEncoding encoding) {
        assertThat(decode(encoding, "It's a Secret to Everybody")).matches("[0-9a-f]{40,}");
        assertThat(decode(encoding, "user:a long pass phrase")).matches("[0-9a-f]{40,}");
        assertThat(decode(encoding, "user:a long\tpass phrase")).contains("blank");
    }

    @Test
    void invisibleFaultsAreFound() {
        String longEnough = "0123456789abcdef";

        assertThat(decode(KeyEncoding.UTF8, "\uFEFF" + longEnough)).contains("byte order mark");
        assertThat(decode(KeyEncoding.UTF8, longEnough + "\n" + longEnough)).contains("line end");
        assertThat(decode(KeyEncoding.UTF8, longEnough + "\u00A0" + longEnough)).contains("blank");
        assertThat(decode(KeyEncoding.UTF8, longEnough + "\u0000")).contains("control character");
    }

    @ParameterizedTest
    @EnumSource(KeyEncoding.class)
    void nothingIsNoKey(KeyEncoding encoding) {
        assertThat(decode(encoding, "")).isEqualTo("is empty");
    }

    @Test
    void whitespaceAroundIsDroppedAndTold() {
        assertThat(SecretDecoder.trim(" secret\r\n")).isEqualTo(new SecretDecoder.Trimmed("secret", true));
        assertThat(SecretDecoder.trim("secret")).isEqualTo(new SecretDecoder.Trimmed("secret", false));
        assertThat(SecretDecoder.trim(" \n")).isEqualTo(new SecretDecoder.Trimmed("", true));
    }

    @Test
    void aSecretNeverPrintsItsKeyAndIsNeverEmpty() {
        assertThat(new Secret("secrets[0]", new byte[] {65, 66})).hasToString("Secret[secrets[0]]");
        assertThatThrownBy(() -> new Secret("secrets[0]", new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }
}

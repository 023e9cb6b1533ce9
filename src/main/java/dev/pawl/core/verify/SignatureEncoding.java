package dev.pawl.core.verify;

import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** How the bytes of a signature or key are written. Strict: what is not exactly this encoding has no bytes. */
public enum SignatureEncoding {
    /** Upper and lower case. */
    HEX {
        @Override
        String encode(byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }

        @Override
        byte @Nullable [] decode(String text) {
            try {
                return HexFormat.of().parseHex(text);
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
    },
    /** With or without padding. */
    BASE64 {
        @Override
        String encode(byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }

        @Override
        byte @Nullable [] decode(String text) {
            return base64(text, Base64.getDecoder(), Base64.getEncoder());
        }
    },
    /** With or without padding. */
    BASE64URL {
        @Override
        String encode(byte[] bytes) {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        }

        @Override
        byte @Nullable [] decode(String text) {
            return base64(text, Base64.getUrlDecoder(), Base64.getUrlEncoder());
        }
    };

    abstract String encode(byte[] bytes);

    /** The bytes, or null when the text is not in this encoding. */
    abstract byte @Nullable [] decode(String text);

    /** The JDK's decoder ignores stray bits in the last character; writing the bytes again does not reproduce them. */
    private static byte @Nullable [] base64(String text, Base64.Decoder decoder, Base64.Encoder encoder) {
        byte[] bytes;
        try {
            bytes = decoder.decode(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
        boolean canonical = encoder.encodeToString(bytes).equals(text)
                || encoder.withoutPadding().encodeToString(bytes).equals(text);
        return canonical ? bytes : null;
    }
}

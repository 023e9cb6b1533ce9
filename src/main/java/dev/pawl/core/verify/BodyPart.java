package dev.pawl.core.verify;

import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The body, or something computed from all of it. */
enum BodyPart implements TextPart.Reference {
    /** The exact bytes. */
    RAW {
        @Override
        public Found read(RequestScope scope) {
            return Found.bytes(scope.request().body());
        }
    },
    SHA256_HEX {
        @Override
        public Found read(RequestScope scope) {
            byte[] hash = HashAlgorithm.SHA256.of(scope.request().body());
            return Found.text(HexFormat.of().formatHex(hash));
        }
    },
    /** As a decimal number. No hash: anybody can make another body that fits it. */
    CRC32 {
        @Override
        boolean covers() {
            return false;
        }

        @Override
        public Found read(RequestScope scope) {
            CRC32 crc = new CRC32();
            crc.update(scope.request().body());
            return Found.text(Long.toString(crc.getValue()));
        }
    },
    /** Every character outside ASCII as {@code \}{@code uXXXX}, as some JSON writers sign it and others send it. */
    ESCAPE_UNICODE {
        @Override
        public Found read(RequestScope scope) {
            String text = FormFields.utf8(scope.request().body());
            return text == null ? Found.malformed() : Found.text(escaped(text));
        }
    };

    /** Null where there is no such thing. */
    static @Nullable BodyPart of(String word) {
        for (BodyPart part : values()) {
            if (part.word().equals(word)) {
                return part;
            }
        }
        return null;
    }

    /** Whether no other body gives the same. */
    boolean covers() {
        return true;
    }

    String word() {
        return this == RAW ? "" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                escaped.append(c);
            } else {
                escaped.append("\\u").append(HexFormat.of().toHexDigits(c));
            }
        }
        return escaped.toString();
    }
}

package dev.pawl.core.verify;

import dev.pawl.core.verify.Verification.Reason;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One part of a request, or why there is none. */
final class Found {

    private static final byte[] NO_BYTES = {};

    private final @Nullable Reason problem;
    private final boolean absent;
    private final @Nullable String text;
    private final byte[] bytes;

    private Found(@Nullable Reason problem, boolean absent, @Nullable String text, byte[] bytes) {
        this.problem = problem;
        this.absent = absent;
        this.text = text;
        this.bytes = bytes;
    }

    static Found text(String text) {
        return new Found(null, false, text, text.getBytes(StandardCharsets.UTF_8));
    }

    /** As on the wire: servers hand the bytes of headers and targets over as ISO 8859-1. */
    static Found wire(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return text(text);
            }
        }
        return new Found(null, false, text, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Bytes that need not be a text. */
    static Found bytes(byte[] bytes) {
        return new Found(null, false, null, bytes);
    }

    /** Not there, which a recipe may allow. */
    static Found absent(Reason reason) {
        return new Found(reason, true, "", NO_BYTES);
    }

    /** There, but nothing that can be read. */
    static Found malformed() {
        return new Found(Reason.SIGNATURE_MALFORMED, false, "", NO_BYTES);
    }

    @Nullable
    Reason problem() {
        return problem;
    }

    boolean isAbsent() {
        return absent;
    }

    /** Bytes that are no UTF-8 have the empty text. */
    String text() {
        if (text != null) {
            return text;
        }
        String decoded = FormFields.utf8(bytes);
        return decoded == null ? "" : decoded;
    }

    byte[] bytes() {
        return bytes;
    }
}

package dev.pawl.admin;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/** Where a page ended: the last item's time and id. Opaque to clients. */
record Cursor(Instant at, UUID id) {

    String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((at + " " + id).getBytes(StandardCharsets.UTF_8));
    }

    /** Empty for what no page ever ended with. */
    static Optional<Cursor> of(String text) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(" ", 2);
            return parts.length == 2
                    ? Optional.of(new Cursor(Instant.parse(parts[0]), UUID.fromString(parts[1])))
                    : Optional.empty();
        } catch (IllegalArgumentException | DateTimeException e) {
            // Made up or cut: the caller names the parameter.
            return Optional.empty();
        }
    }
}

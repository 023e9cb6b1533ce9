package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** Inflates a body. What would become greater than allowed is given up as soon as it does, so that no bomb goes off. */
final class Gzip {

    private Gzip() {}

    static Parsed<byte[]> inflate(byte[] body, int limit) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] inflated = in.readNBytes(limit);
            return in.read() < 0 ? Parsed.of(inflated) : Parsed.wrong("too large when inflated");
        } catch (IOException e) {
            // Truncated, damaged or not compressed at all: nothing to read either way.
            return Parsed.wrong("not gzip");
        }
    }
}

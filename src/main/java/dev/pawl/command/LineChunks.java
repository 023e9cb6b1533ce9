package dev.pawl.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of lines into chunks of bounded size, however long the stream or a line is. Not thread-safe. */
final class LineChunks {

    private static final int MOST_LINES = 500;
    private static final int FULL = 512 << 10;
    /** One line and its chunk fit into what the service takes at once. */
    private static final int LONGEST_LINE = 7 << 20;

    private final InputStream in;
    private final int longest;
    private int next = 1;
    private boolean ended;

    LineChunks(InputStream in) {
        this(in, LONGEST_LINE);
    }

    LineChunks(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Some lines. */
    static final class Chunk {
        /** Number of the first one. */
        final int first;
        /** How many, with blank ones. */
        final int lines;

        final byte[] bytes;
        /** Numbers of those that were longer than can be sent: they are blank in the bytes. */
        final List<Integer> tooLong;

        private Chunk(int first, int lines, byte[] bytes, List<Integer> tooLong) {
            this.first = first;
            this.lines = lines;
            this.bytes = bytes;
            this.tooLong = List.copyOf(tooLong);
        }
    }

    /** Null at the end. */
    @Nullable
    Chunk read() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Integer> tooLong = new ArrayList<>();
        int first = next;
        while (!ended && next - first < MOST_LINES && bytes.size() < FULL) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            boolean whole = readLine(line);
            if (ended && line.size() == 0 && whole) {
                break;
            }
            if (whole) {
                line.writeTo(bytes);
            } else {
                tooLong.add(next);
            }
            bytes.write('\n');
            next++;
        }
        return next == first ? null : new Chunk(first, next - first, withoutLastBreak(bytes), tooLong);
    }

    private static byte[] withoutLastBreak(ByteArrayOutputStream bytes) {
        return Arrays.copyOf(bytes.toByteArray(), bytes.size() - 1);
    }

    /** False: it was too long, its end has been read over. */
    private boolean readLine(ByteArrayOutputStream line) throws IOException {
        boolean whole = true;
        int read = in.read();
        while (read >= 0 && read != '\n') {
            if (line.size() < longest) {
                line.write(read);
            } else {
                whole = false;
            }
            read = in.read();
        }
        ended = read < 0;
        return whole;
    }
}

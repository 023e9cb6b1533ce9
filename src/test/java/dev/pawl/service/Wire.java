package dev.pawl.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way from a service to its database, which a test can slow down, block without a word (as a firewall does: nothing is
 * refused or reset) or cut. It can also keep back one COMMIT, or the database's answer to it.
 */
final class Wire implements AutoCloseable {

    private final ServerSocket entrance;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Gate passage = new Gate();
    private final AtomicReference<@Nullable Witness> witness = new AtomicReference<>();
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean refusing;

    Wire(int target) {
        this.target = target;
        try {
            this.entrance = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /** From now on bytes stay where they are, until {@link #open()}. */
    void block() {
        passage.set(true);
    }

    void open() {
        passage.set(false);
    }

    /** Every packet takes this long from now on. */
    void slow(Duration perPacket) {
        delay = perPacket;
    }

    /**
     * The next transaction in which this text goes to the database is committed there, and nobody hears of it: from its COMMIT
     * on no byte comes back on its connection, until {@link #cut()}.
     */
    void keepBackCommitOf(String text) {
        witness.set(new Witness(text, false));
    }

    /** The COMMIT of the next transaction in which this text goes to the database never gets there; nothing comes back either. */
    void loseCommitOf(String text) {
        witness.set(new Witness(text, true));
    }

    /** Cuts what is connected and refuses what comes, until {@link #mend()}. Bytes on their way are lost. */
    void cut() {
        refusing = true;
        sockets.forEach(Wire::close);
        Witness watching = witness.getAndSet(null);
        if (watching != null) {
            watching.back.set(false);
        }
    }

    void mend() {
        refusing = false;
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                if (refusing) {
                    client.close();
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                daemon(() -> pump(client, server, bytes -> watch(client, bytes)));
                daemon(() -> pump(server, client, bytes -> letBack(client)));
            } catch (SocketException expected) {
                // The test has closed the entrance, or the database does not listen: the loop looks again.
                Thread.onSpinWait();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** One connection is of interest once it has carried the text, and its way back is closed by its COMMIT. */
    private static final class Witness {
        /** A simple query of the protocol: its kind, its length, its text. */
        private static final String COMMIT = "Q\0\0\0\13commit\0";

        private final String text;
        private final boolean losing;
        private final Gate back = new Gate();
        private final AtomicReference<@Nullable Socket> seenOn = new AtomicReference<>();

        /** @param losing whether the COMMIT itself stays behind */
        private Witness(String text, boolean losing) {
            this.text = text;
            this.losing = losing;
        }

        private void look(Socket client, String packet) {
            if (packet.contains(text)) {
                seenOn.compareAndSet(null, client);
            }
            if (seenOn.get() == client && packet.contains(COMMIT)) {
                back.set(true);
                if (losing) {
                    back.awaitOpen();
                }
            }
        }
    }

    private void watch(Socket client, byte[] packet) {
        Witness watching = witness.get();
        if (watching != null) {
            watching.look(client, new String(packet, StandardCharsets.ISO_8859_1));
        }
    }

    private void letBack(Socket client) {
        Witness watching = witness.get();
        if (watching != null && watching.seenOn.get() == client) {
            watching.back.awaitOpen();
        }
    }

    private void pump(Socket from, Socket to, Consumer<byte[]> before) {
        byte[] packet = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(packet); read >= 0; read = in.read(packet)) {
                LockSupport.parkNanos(delay.toNanos());
                before.accept(Arrays.copyOf(packet, read));
                passage.awaitOpen();
                out.write(packet, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // One end has gone; closing both is all there is to do.
            close(from);
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static final class Gate {
        private boolean closed;

        synchronized void set(boolean closes) {
            closed = closes;
            notifyAll();
        }

        synchronized void awaitOpen() {
            while (closed) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        sockets.forEach(Wire::close);
    }
}

package dev.pawl.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The way from a service to its database, which a test can slow down, block without a word (as a firewall does: nothing is
 * refused or reset) or cut.
 */
final class Wire implements AutoCloseable {

    private final ServerSocket entrance;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Gate passage = new Gate();
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

    /** Cuts what is connected and refuses what comes, until {@link #mend()}. */
    void cut() {
        refusing = true;
        sockets.forEach(Wire::close);
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
                daemon(() -> pump(client, server));
                daemon(() -> pump(server, client));
            } catch (SocketException expected) {
                // The test has closed the entrance, or the database does not listen: the loop looks again.
                Thread.onSpinWait();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] packet = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(packet); read >= 0; read = in.read(packet)) {
                LockSupport.parkNanos(delay.toNanos());
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

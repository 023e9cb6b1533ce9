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
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way from a service to its database, which a test can slow down, block without a word (as a firewall does: nothing is
 * refused or reset) or cut.
 */
final class Wire implements AutoCloseable {

    private final ServerSocket entrance;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock passage = new ReentrantLock(true);
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

    /** From now on bytes stay where they are. The caller is the one who must call {@link #open()}. */
    void block() {
        passage.lock();
    }

    void open() {
        passage.unlock();
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
            } catch (SocketException e) {
                // The test has closed the entrance, or the database does not listen: both are what it wants.
                continue;
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
                passage.lock();
                passage.unlock();
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

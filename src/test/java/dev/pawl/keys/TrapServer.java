package dev.pawl.keys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for every place that must not be connected to, and counts who comes nevertheless. */
public final class TrapServer implements AutoCloseable {

    private final ServerSocket socket;
    private final AtomicInteger caught = new AtomicInteger();

    public TrapServer() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::take, "trap");
        thread.setDaemon(true);
        thread.start();
    }

    private void take() {
        try {
            while (true) {
                socket.accept().close();
                caught.incrementAndGet();
            }
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    public int caught() {
        return caught.get();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

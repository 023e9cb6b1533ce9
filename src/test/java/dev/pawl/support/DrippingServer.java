package dev.pawl.support;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers with a head, and then goes on with the same piece until somebody hangs up. */
public final class DrippingServer implements AutoCloseable {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger hungUp = new AtomicInteger();

    /** @param head the rest of it, after status and content type; empty: there is none */
    public DrippingServer(String head, byte[] piece) throws IOException {
        Thread thread = new Thread(() -> answer(head, piece));
        thread.setDaemon(true);
        thread.start();
    }

    public String url(String path) {
        return "http://127.0.0.1:" + server.getLocalPort() + path;
    }

    /** How often somebody did. */
    public int hungUp() {
        return hungUp.get();
    }

    private void answer(String head, byte[] piece) {
        try (Socket socket = server.accept()) {
            requestHead(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            if (!head.isEmpty()) {
                out.write((HEAD + head).getBytes(StandardCharsets.US_ASCII));
            }
            while (!closed.await(5, TimeUnit.MILLISECONDS)) {
                out.write(piece);
                out.flush();
            }
        } catch (IOException e) {
            hungUp.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the request is there: an answer to none would be another fault. */
    private static void requestHead(InputStream in) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            read.append((char) next);
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
    }
}

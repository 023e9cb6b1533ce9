package dev.pawl.command;

import dev.pawl.core.verify.InboundRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Requests to the service on this machine exactly as they were signed, and without waiting for the answer where wanted. */
final class DrillWire {

    private static final int MOST = 1 << 10;

    private final int port;
    private final Duration timeout;

    DrillWire(int port, Duration timeout) {
        this.port = port;
        this.timeout = timeout;
    }

    /**
     * @return the answer's status; 0: what answers does not speak HTTP
     * @throws IOException nothing listens, or no answer in time
     */
    int send(InboundRequest request) throws IOException {
        try (Socket socket = sent(request)) {
            return status(socket.getInputStream());
        }
    }

    /** Sends all of it and hangs up. */
    void sendAndHangUp(InboundRequest request) throws IOException {
        sent(request).close();
    }

    private Socket sent(InboundRequest request) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) timeout.toMillis());
            socket.setSoTimeout((int) timeout.toMillis());
            socket.getOutputStream().write(bytes(request));
            socket.getOutputStream().flush();
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private byte[] bytes(InboundRequest request) {
        StringBuilder head = new StringBuilder(request.method() + " " + request.target() + " HTTP/1.1\r\n");
        request.headers().forEach((name, values) -> {
            if (!name.equals("content-length")) {
                values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n"));
            }
        });
        if (request.header("host").isEmpty()) {
            head.append("host: 127.0.0.1:").append(port).append("\r\n");
        }
        head.append("connection: close\r\ncontent-length: ")
                .append(request.body().length)
                .append("\r\n\r\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(request.body());
        return bytes.toByteArray();
    }

    /** {@code HTTP/1.1 201 Created}: the rest of the answer is not needed, the admin API tells what it did. */
    private static int status(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\r' && line.length() < MOST; next = in.read()) {
            line.append((char) next);
        }
        String[] words = line.toString().split(" ", -1);
        boolean http = words.length > 1 && words[0].startsWith("HTTP/") && words[1].matches("[0-9]{3}");
        return http ? Integer.parseInt(words[1]) : 0;
    }
}

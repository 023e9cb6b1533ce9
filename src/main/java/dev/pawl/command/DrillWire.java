package dev.pawl.command;

import dev.pawl.core.verify.InboundRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Requests to the service on this machine exactly as they were signed, and without waiting for the answer where wanted. */
final class DrillWire {

    private static final int MOST = 1 << 20;
    private static final String REPLAYED = "idempotency-replayed:true";

    private final int port;
    private final Duration timeout;

    DrillWire(int port, Duration timeout) {
        this.port = port;
        this.timeout = timeout;
    }

    /**
     * What came back.
     *
     * @param status 0: what answers does not speak HTTP
     * @param replayed whether it says that it is the answer of an earlier time
     * @param body its bytes, each as one character
     */
    record Heard(int status, boolean replayed, String body) {

        boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        /** For people. */
        @Override
        public String toString() {
            return status + (replayed ? " replayed" : "");
        }
    }

    /** @throws IOException nothing listens, or no answer in time */
    Heard send(InboundRequest request) throws IOException {
        try (Socket socket = sent(request)) {
            return heard(new String(socket.getInputStream().readNBytes(MOST), StandardCharsets.ISO_8859_1));
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

    /** All that came until the connection was closed, which was asked for. */
    private static Heard heard(String answer) {
        int end = answer.indexOf("\r\n\r\n");
        String head = end < 0 ? answer : answer.substring(0, end);
        String[] words = head.lines().findFirst().orElse("").split(" ", -1);
        boolean http = words.length > 1 && words[0].startsWith("HTTP/") && words[1].matches("[0-9]{3}");
        return new Heard(
                http ? Integer.parseInt(words[1]) : 0,
                head.lines().anyMatch(line -> line.replace(" ", "").equalsIgnoreCase(REPLAYED)),
                end < 0 ? "" : answer.substring(end + 4));
    }
}

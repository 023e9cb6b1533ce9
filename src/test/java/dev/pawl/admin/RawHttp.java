package dev.pawl.admin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;

/** HTTP as bytes on a socket, since every client tidies paths up. */
record RawHttp(int status, String text) {

    private static final int PATIENCE_MS = 20_000;

    static RawHttp send(int port, String method, String target, String... headers) {
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n");
        boolean body = false;
        for (String header : headers) {
            request.append(header).append("\r\n");
            body |= header.startsWith("Content-Length");
        }
        // With a body that never comes the answer must come all the same.
        request.append(body ? "\r\n" : "Connection: close\r\n\r\n");
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(request.toString().getBytes(ISO_8859_1));
            String answer = body ? firstBytes(socket.getInputStream()) : allOf(socket.getInputStream());
            return new RawHttp(Integer.parseInt(answer.split(" ", 3)[1]), answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String allOf(InputStream in) throws IOException {
        return new String(in.readAllBytes(), ISO_8859_1);
    }

    private static String firstBytes(InputStream in) throws IOException {
        byte[] bytes = new byte[8_192];
        int read = in.read(bytes);
        return new String(bytes, 0, Math.max(read, 0), ISO_8859_1);
    }
}

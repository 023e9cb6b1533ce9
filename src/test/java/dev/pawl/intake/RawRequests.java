package dev.pawl.intake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.pawl.support.WebhookScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import org.eclipse.microprofile.config.ConfigProvider;

/** Requests as bytes on a socket, since no tidy client sends them. */
final class RawRequests {

    static final int PATIENCE_MS = 20_000;

    private RawRequests() {}

    static int port() {
        return ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
    }

    /** Everything up to the end of the answer; empty where the server just closed. */
    static String raw(String head, byte[] body) {
        return raw(head, body, false);
    }

    /** @param ends whether the sender says at once that nothing more will come */
    static String raw(String head, byte[] body, boolean ends) {
        return rawFrom("127.0.0.1", head, body, ends);
    }

    /** @param address of this machine, such as {@code 127.0.0.2} */
    static String rawFrom(String address, String head, byte[] body, boolean ends) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(), InetAddress.getByName(address), 0)) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write((head + "Connection: close\r\n\r\n").getBytes(ISO_8859_1));
            socket.getOutputStream().write(body);
            if (ends) {
                socket.shutdownOutput();
            }
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String head(String target, WebhookScenario webhook, String... more) {
        StringBuilder head = new StringBuilder("POST " + target + " HTTP/1.1\r\nHost: hooks.example\r\n");
        webhook.headers()
                .forEach((name, values) -> values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n")));
        for (String header : more) {
            head.append(header).append("\r\n");
        }
        return head.toString();
    }

    static String sized(String target, WebhookScenario webhook, String... more) {
        return head(target, webhook, more) + "Content-Length: " + webhook.body().length + "\r\n";
    }

    static int status(String answer) {
        return Integer.parseInt(answer.split("[ \r]", 3)[1]);
    }
}

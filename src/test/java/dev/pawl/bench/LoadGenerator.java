package dev.pawl.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Sends prepared webhooks over loopback from one thread: closed loop (each connection sends when it was answered), or at a
 * given rate. Prints answers per second and latencies.
 *
 * <p>{@code java -cp target/test-classes dev.pawl.bench.LoadGenerator PORT CONNECTIONS COUNT FIRST_OPERATION [RATE]}
 */
public final class LoadGenerator {

    private static final String SECRET = "bench-secret-of-p-0123456789abcdefghij";

    private final WebhookLoad load;
    private final double rate;
    private final long[] latencies;
    private final int[] statuses = new int[600];
    private int next;
    private int answered;
    private long began;

    private static final class Connection {
        final byte[] request;
        final byte[] response = new byte[4_096];
        final ByteBuffer out;
        final ByteBuffer in = ByteBuffer.wrap(response);
        long due;
        boolean idle = true;

        Connection(int size) {
            request = new byte[size];
            out = ByteBuffer.wrap(request);
        }
    }

    private LoadGenerator(WebhookLoad load, double rate) {
        this.load = load;
        this.rate = rate;
        this.latencies = new long[load.count()];
    }

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(args[0]);
        int connections = Integer.parseInt(args[1]);
        int count = Integer.parseInt(args[2]);
        int first = Integer.parseInt(args[3]);
        double rate = args.length > 4 ? Double.parseDouble(args[4]) : 0;
        LoadGenerator generator = new LoadGenerator(new WebhookLoad("/webhooks/p", SECRET, count, first, 0.2), rate);
        generator.run(port, connections);
        generator.report();
    }

    private void run(int port, int connections) throws IOException {
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                SocketChannel channel =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                channel.configureBlocking(false);
                channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ, new Connection(load.requestSize()));
            }
            began = System.nanoTime();
            while (answered < load.count()) {
                for (SelectionKey key : selector.keys()) {
                    Connection connection = (Connection) key.attachment();
                    if (connection.idle && isDue()) {
                        send((SocketChannel) key.channel(), connection);
                    }
                }
                selector.select(this::receive, rate > 0 ? 1 : 1_000);
            }
        }
    }

    private boolean isDue() {
        return next < load.count() && (rate == 0 || dueAt(next) <= System.nanoTime());
    }

    private long dueAt(int index) {
        return began + (long) (index / rate * 1e9);
    }

    private void send(SocketChannel channel, Connection connection) throws IOException {
        // At a given rate the clock starts when the request was due, so that waiting for a connection counts as well.
        connection.due = rate > 0 ? dueAt(next) : System.nanoTime();
        load.write(next++, connection.request);
        connection.out.clear();
        connection.idle = false;
        while (connection.out.hasRemaining()) {
            channel.write(connection.out);
        }
    }

    private void receive(SelectionKey key) {
        SocketChannel channel = (SocketChannel) key.channel();
        Connection connection = (Connection) key.attachment();
        try {
            if (channel.read(connection.in) < 0) {
                throw new IllegalStateException("the service closed a connection");
            }
            if (isWhole(connection)) {
                statuses[statusOf(connection.response)]++;
                latencies[answered++] = System.nanoTime() - connection.due;
                connection.in.clear();
                connection.idle = true;
                if (isDue()) {
                    send(channel, connection);
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static int statusOf(byte[] bytes) {
        return (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + bytes[11] - '0';
    }

    private static boolean isWhole(Connection connection) {
        int received = connection.in.position();
        String text = new String(connection.response, 0, received, StandardCharsets.US_ASCII);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        String mark = "content-length: ";
        int at = text.toLowerCase(Locale.ROOT).indexOf(mark);
        int length = Integer.parseInt(text.substring(at + mark.length(), text.indexOf("\r\n", at)));
        return received >= end + 4 + length;
    }

    private void report() {
        double seconds = (System.nanoTime() - began) / 1e9;
        Arrays.sort(latencies);
        StringBuilder text = new StringBuilder();
        for (int status = 0; status < statuses.length; status++) {
            if (statuses[status] > 0) {
                text.append(" status").append(status).append('=').append(statuses[status]);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "answers=%d seconds=%.2f per_second=%.0f p50_ms=%.2f p99_ms=%.2f max_ms=%.2f%s%n",
                answered,
                seconds,
                answered / seconds,
                percentile(0.50),
                percentile(0.99),
                percentile(1),
                text);
    }

    private double percentile(double share) {
        return latencies[(int) Math.min(answered - 1, Math.ceil(share * answered))] / 1e6;
    }
}

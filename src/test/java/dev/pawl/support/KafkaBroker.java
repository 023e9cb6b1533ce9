package dev.pawl.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.Uuid;

/** A real broker of one node in a process of its own, in KRaft mode, from Kafka's own artifacts. */
public final class KafkaBroker implements AutoCloseable {

    private final int port;
    private final Path folder;
    private final Path settings;
    private Process process;

    public KafkaBroker() {
        this(freePort());
    }

    /** At a port that somebody may have been told before. */
    public KafkaBroker(int port) {
        this.port = port;
        try {
            folder = Files.createTempDirectory("pawl-kafka");
            int controller = freePort();
            settings = Files.writeString(folder.resolve("server.properties"), """
                    process.roles=broker,controller
                    node.id=1
                    controller.quorum.voters=1@127.0.0.1:%d
                    listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
                    advertised.listeners=PLAINTEXT://127.0.0.1:%d
                    controller.listener.names=CONTROLLER
                    listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
                    log.dirs=%s
                    offsets.topic.replication.factor=1
                    transaction.state.log.replication.factor=1
                    transaction.state.log.min.isr=1
                    group.initial.rebalance.delay.ms=0
                    """.formatted(
                            controller, port, controller, port, folder.resolve("data")));
            Process format = java(
                    "kafka.tools.StorageTool", "format", "-t", Uuid.randomUuid().toString(), "-c", settings.toString());
            if (format.waitFor() != 0) {
                throw new IllegalStateException("the broker's storage was not made: " + log());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        process = start();
    }

    private Process start() {
        Process started = java("kafka.Kafka", settings.toString());
        await().atMost(Duration.ofSeconds(90)).until(() -> {
            if (!started.isAlive()) {
                throw new IllegalStateException("the broker ended: " + log());
            }
            return answers();
        });
        return started;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private Process java(String... command) {
        String classPath = Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElse(System.getProperty("java.class.path"));
        List<String> all = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-cp", classPath));
        all.addAll(List.of(command));
        try {
            return new ProcessBuilder(all)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops it where it stands: it keeps its connections, and answers nobody. */
    public void halt() {
        signal("STOP");
    }

    public void goOn() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + name + " ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    public String servers() {
        return "127.0.0.1:" + port;
    }

    /** As a power cut would. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    public void restart() {
        process = start();
    }

    @Override
    public void close() {
        kill();
    }

    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

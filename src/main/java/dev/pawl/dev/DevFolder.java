package dev.pawl.dev;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The git-ignored folder {@code .pawl}: what development mode keeps from one start to the next. */
final class DevFolder {

    private static final int TOKEN_BYTES = 24;
    private static final int PORT_LINE = 3;

    private final Path folder;

    DevFolder(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    Path database() {
        return folder.resolve("postgres");
    }

    /** The same token at every start, so that a copied command stays valid. */
    String adminToken() throws IOException {
        Path file = folder.resolve("admin-token");
        if (!Files.exists(file)) {
            byte[] token = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(token);
            Files.writeString(file, HexFormat.of().formatHex(token));
        }
        return Files.readString(file).strip();
    }

    /** A copy that may be edited; it is never overwritten. */
    Path demoConfiguration() throws IOException {
        Path file = folder.resolve("pawl.yaml");
        if (!Files.exists(file)) {
            try (InputStream packaged = DevFolder.class.getResourceAsStream("/dev/pawl.yaml")) {
                if (packaged == null) {
                    throw new IOException("/dev/pawl.yaml is not on the class path");
                }
                Files.copy(packaged, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return file;
    }

    /** The port of the last start where it is free, so that an open {@code psql} finds its database again. */
    int databasePort() throws IOException {
        Path file = folder.resolve("postgres.port");
        int last = Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
        int port = last != 0 && (isOurs(last) || isFree(last)) ? last : anyFree();
        Files.writeString(file, Integer.toString(port));
        return port;
    }

    /** A PostgreSQL that outlived a killed process still holds the port; it is found again, not replaced. */
    private boolean isOurs(int port) throws IOException {
        List<String> lines = postmaster();
        return lines.size() > PORT_LINE && lines.get(PORT_LINE).equals(Integer.toString(port));
    }

    /** The server's process, while it runs. */
    Optional<ProcessHandle> databaseProcess() throws IOException {
        List<String> lines = postmaster();
        return lines.isEmpty()
                ? Optional.empty()
                : ProcessHandle.of(Long.parseLong(lines.get(0).strip()));
    }

    /** What PostgreSQL wrote into its pid file: process, folder, start, port, …; empty where it does not run. */
    private List<String> postmaster() throws IOException {
        Path file = database().resolve("postmaster.pid");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static int anyFree() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

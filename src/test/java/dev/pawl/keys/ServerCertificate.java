package dev.pawl.keys;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate of its own for some hosts, made by the JDK's keytool. */
final class ServerCertificate {

    private static final char[] PASSWORD = "for-tests-only".toCharArray();

    private final KeyStore store;

    private ServerCertificate(KeyStore store) {
        this.store = store;
    }

    static ServerCertificate of(String... hosts) {
        try {
            Path folder = Files.createTempDirectory("pawl-keys");
            Path file = folder.resolve("store.p12");
            String names = Arrays.stream(hosts).map(host -> "dns:" + host).collect(Collectors.joining(","));
            run(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-validity",
                    "2",
                    "-dname",
                    "CN=Pawl's tests",
                    "-ext",
                    "san=" + names,
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    file.toString(),
                    "-storepass",
                    new String(PASSWORD)));
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream bytes = Files.newInputStream(file)) {
                store.load(bytes, PASSWORD);
            }
            Files.delete(file);
            Files.delete(folder);
            return new ServerCertificate(store);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException(output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    SSLContext serverContext() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    TrustOptions trusted() {
        return new PemTrustOptions().addCertValue(Buffer.buffer(pem()));
    }

    String pem() {
        try {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder()
                            .encodeToString(store.getCertificate("server").getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

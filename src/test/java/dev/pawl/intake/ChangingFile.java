package dev.pawl.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** A configuration that changes under a running service: a source of commands that is renamed, a mapping that is mended. */
final class ChangingFile {

    static final Path FILE = Path.of("target/changing/pawl.yaml");
    static final String WEBHOOKS = "changing-events-token-0123456789";

    private static final String TEXT = """
            sources:
              %s:
                kind: command
                formerly: [%s]
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                callers: { shop: [shop-token-0123456789abcdef] }
                operations:
                  sale:
                    machine: simple
                    state: { value: done }
                    fields: { divisor: /divisor }
                  order:
                    machine: simple
                    state: { value: received }
                    unique: [/orderId]
              events:
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [changing-events-token-0123456789]
                event: { type: /type }
                operations:
                  parcel:
                    machine: parcel
                    when: [parcel]
                    key: /id
                    state: { at: /status, map: { sent: sent, seen: seen%s } }
            machines:
              parcel:
                strict: true
                states:
                  sent: { status: processing, initial: true, next: [seen] }
                  seen: { status: processing, next: [there] }
                  there: { status: completed }
            effects:
              - name: sold
                when: { type: sale, to: done }
                sql: "insert into sales (ref, n) values (:key, 10 / :divisor::integer)"
              - name: told
                when: { type: parcel }
                http: { url: "http://127.0.0.1:9/never", secret: secret-for-tests-long-enough }
            """;

    private static final List<String> NAMES = new ArrayList<>(List.of("till"));
    private static final List<String> WORDS = new ArrayList<>();

    private ChangingFile() {}

    /** The name the source of commands has now. */
    static String source() {
        return NAMES.get(NAMES.size() - 1);
    }

    /** Gives it another name, and keeps those it had. */
    static void rename() {
        NAMES.add("till" + NAMES.size());
        write();
    }

    /** A word of the provider's for {@code sent}, {@code seen} or {@code there} is known from now on. */
    static void learn(String word, String state) {
        WORDS.add(", " + word + ": " + state);
        write();
    }

    /** The whole file at once. */
    static void write() {
        String text =
                TEXT.formatted(source(), String.join(", ", NAMES.subList(0, NAMES.size() - 1)), String.join("", WORDS));
        try {
            Files.createDirectories(FILE.getParent());
            Path beside = Files.writeString(FILE.resolveSibling("pawl.yaml.new"), text);
            Files.move(beside, FILE, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

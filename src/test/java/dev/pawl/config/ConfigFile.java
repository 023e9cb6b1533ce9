package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A configuration file for tests: a valid one, or valid minus one thing. */
final class ConfigFile {

    /** Everything a source without a preset spells out, two levels in. */
    static final String SOURCE = """
            verify:
              algorithm: hmac-sha256
              signature: { header: X-Signature, encoding: hex, parse: { pairs: ",", take: v1 } }
              signed: "{sig:t}.{body}"
              timestamp: { from: "{sig:t}", unit: seconds, tolerance: 5m, future: refuse }
              key: { encoding: utf8 }
            secrets: ["0123456789abcdef-secret"]
            mode: live
            event:
              id: /id
              type: /type
              occurredAt: { at: /created, unit: seconds }
              account: /account
              mode: { at: /livemode, live: "true" }
            operations:
              payment:
                machine: payment
                when: ["payment.*"]
                key: /data/id
                state: { at: /data/status, map: { paid: succeeded, open: pending } }
                invariant: [/data/currency]
                fields: { amount: /data/amount }
            """;

    private final Map<String, String> environment = new HashMap<>();
    private String text;

    private ConfigFile(String text) {
        this.text = text;
    }

    static ConfigFile of(String text) {
        return new ConfigFile(text);
    }

    /** One source {@code p} with this content, and what comes beside it. */
    static ConfigFile withSource(String source, String more) {
        return new ConfigFile("sources:\n  p:\n" + source.indent(4) + more);
    }

    static ConfigFile valid() {
        return withSource(SOURCE, "");
    }

    /** Replaces a text that must be there, so that a test cannot go stale in silence. */
    ConfigFile with(String old, String replacement) {
        assertThat(text).contains(old);
        text = text.replace(old, replacement);
        return this;
    }

    ConfigFile env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    PawlFile read() {
        try {
            Path file = Files.createTempFile("pawl", ".yaml");
            try {
                return PawlFileReader.read(Files.writeString(file, text), environment::get);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The catalog of a file without a mistake. */
    Catalog catalog() {
        return read().fold(PawlFile.Read::catalog, wrong -> {
            throw new AssertionError(wrong.mistakes());
        });
    }

    List<String> warnings() {
        return read().fold(
                        read -> read.warnings().stream()
                                .map(ConfigMistake::line)
                                .toList(),
                        wrong -> {
                            throw new AssertionError(wrong.mistakes());
                        });
    }

    /** Path, message and hint of every mistake, one a line. */
    List<String> mistakes() {
        return read().fold(
                        read -> List.of(),
                        wrong -> wrong.mistakes().stream()
                                .map(ConfigMistake::line)
                                .toList());
    }

    List<String> paths() {
        return read().fold(
                        read -> List.of(),
                        wrong -> wrong.mistakes().stream()
                                .map(ConfigMistake::path)
                                .toList());
    }
}

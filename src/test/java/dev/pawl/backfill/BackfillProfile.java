package dev.pawl.backfill;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A service with one source for each test, all of one form but for how their lists are read. */
public final class BackfillProfile implements QuarkusTestProfile {

    static final String VIEWER = "viewer-token-for-tests-000002";
    static final String TOKEN = "token-of-the-list-api";

    /** Class loaders come and go; system properties are the JVM's. */
    private static final String PORT = "pawl.test.list-api.port";

    private static final Path FOLDER = Path.of("target/backfill");
    private static final Path FILE = FOLDER.resolve("pawl.yaml");

    private static final String CURSOR = "next: { cursor: /next, parameter: cursor }";
    private static final String LAST = "next: { last: /id, parameter: after, more: /more }";
    private static final String LINK = "next: { link: true }";
    private static final String ITEM =
            "newestFirst: { at: /at, unit: iso8601 }, item: { id: /id, body: /request/payload,"
                    + " headers: /request/headers, request: { url: \"%s/items/{key}\", headers: { Authorization: \"Bearer {token}\" } } }";

    static int port() {
        return Integer.parseInt(System.getProperty(PORT, "0"));
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        try {
            System.setProperty(PORT, Integer.toString(freePort()));
            Files.createDirectories(FOLDER);
            Files.writeString(FILE, file("http://127.0.0.1:" + port()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of(
                "pawl.config", FILE.toString(),
                "pawl.admin.viewer-token", VIEWER,
                "pawl.backfill.look-every", "off",
                "pawl.config.reread-every", "off",
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }

    private static String file(String api) {
        StringBuilder yaml = new StringBuilder("sources:\n");
        for (String name :
                List.of("missed", "known", "doubtful", "old", "watched", "paged", "claimed", "lease", "busy")) {
            yaml.append(source(name, api, CURSOR));
        }
        for (String name : List.of("told", "contradicting", "adopted", "mended", "other-values", "known-twice")) {
            yaml.append(source(name, api, CURSOR));
        }
        yaml.append(source("waiting", api, CURSOR).replace("machine: simple", "machine: stepwise"));
        yaml.append(source("expired", api, CURSOR));
        yaml.append(source("forgetful", api, "from: \"2020-01-01T00:00:00Z\", " + CURSOR))
                .append("    retention: { bodies: 1d, operations: 10d, tombstones: 10d, afterExpiry: checked }\n");
        yaml.append(source("refused", api, CURSOR));
        yaml.append(source("timeless", api, "from: \"2026-01-01T00:00:00Z\", " + ITEM.formatted(api + "/timeless")));
        yaml.append(source("elsewhere", api, LINK));
        yaml.append(source("moved", api, LINK));
        yaml.append(source("looked", api, CURSOR));
        yaml.append(source("since", api, LAST));
        yaml.append(source("last", api, LAST));
        yaml.append(source("link", api, LINK));
        yaml.append(source("items", api, ITEM.formatted(api + "/items")));
        yaml.append(source("sick", api, ITEM.formatted(api + "/sick")));
        yaml.append(source("unwell", api, ITEM.formatted(api + "/unwell")));
        yaml.append(source("reaching", api, "from: \"2026-01-01T00:00:00Z\", " + CURSOR));
        yaml.append(source("renamed", api, CURSOR)).append("    formerly: [once, before]\n");
        yaml.append(source("early", api, "from: \"2026-01-01T00:00:00Z\", " + CURSOR))
                .append("    formerly: [earlier]\n");
        DocumentedList.presets()
                .forEach(preset -> yaml.append(DocumentedList.of(preset).source(api, TOKEN)));
        return yaml + """
                machines:
                  stepwise:
                    strict: true
                    parkFor: 1h
                    states:
                      received: { status: processing, initial: true, next: [done, rejected] }
                      done: { status: completed }
                      rejected: { status: rejected }
                effects:
                  - name: told
                    when: { type: payment }
                    http: { url: "http://127.0.0.1:9/", secret: "0123456789abcdef0123456789abcdef" }
                """;
    }

    private static String source(String name, String api, String how) {
        return """
                  %s:
                    verify: { algorithm: none }
                    body: json
                    observe: %s
                    event:
                      id: /id
                      type: /type
                      occurredAt: { at: /at, unit: iso8601 }
                    operations:
                      payment:
                        machine: simple
                        when: ["payment.*"]
                        key: /key
                        state: { at: /state, map: { received: received, done: done, rejected: rejected } }
                        invariant: [/amount]
                    backfill: { token: %s, since: seconds, each: /data, %s,
                      request: { url: "%s/%s/events?since={field:since}", headers: { Authorization: "Bearer {token}" } } }
                """.formatted(name, name.equals("watched"), TOKEN, how, api, name);
    }
}

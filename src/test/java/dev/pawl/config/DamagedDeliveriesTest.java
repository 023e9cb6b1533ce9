package dev.pawl.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.ProviderKeys;
import dev.pawl.core.verify.Verification.KeyNeeded;
import dev.pawl.keys.KeyServer.Reply;
import dev.pawl.keys.SmallWorld;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.LoggedLines;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Whatever a network, a proxy, a mistaken sender or an attacker makes of a genuine delivery of any provider: it is stored or
 * refused, never answered with a fault of ours, and no exception reaches the log.
 */
@QuarkusTest
@TestProfile(DamagedDeliveriesTest.EveryPreset.class)
class DamagedDeliveriesTest {

    private static final int ROUNDS = 25;

    /** Bytes as Latin-1: letters, marks, controls, parts of UTF-8, JSON, form fields and structured headers. */
    private static final String BYTES = "tv10,=.|& \té\u0000\u0080\u00c3\u00ff+/_-abcdef{}[]\"\\^~:;%<>";

    /** One source for each preset. */
    public static final class EveryPreset implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            ObjectNode file = JsonNodeFactory.instance.objectNode();
            PresetLibrary.names()
                    .forEach(name -> file.withObjectProperty("sources").set(name, PresetSource.entry(name)));
            try {
                Path config = Files.createTempFile("pawl", ".json");
                config.toFile().deleteOnExit();
                Files.writeString(config, file.toString());
                return Map.of(
                        "pawl.config", config.toString(),
                        "pawl.key", "MDAxMTIyMzM0NDU1NjY3Nzg4OTlhYWJiY2NkZGVlZmY=",
                        "pawl.public-url", PresetSource.PUBLIC_URL,
                        "quarkus.http.test-port", "0",
                        "quarkus.management.test-port", "0");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Where keys are fetched from. */
        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(SmallWorld.class);
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(PostgresResource.class));
        }
    }

    @Inject
    DatabaseState database;

    @Inject
    SmallWorld world;

    private final LoggedLines faults = LoggedLines.faults();

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @AfterEach
    void stopListening() {
        faults.close();
    }

    @TestFactory
    Stream<DynamicTest> damageIsStoredOrRefusedAndNeverOurFault() {
        return PresetLibrary.names().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    PresetSource preset = PresetSource.of(name);
                    Instant now = Instant.now();
                    InboundRequest genuine = preset.signed(now);
                    serveKeys(preset, genuine, now);
                    Random random = new Random(name.hashCode());
                    assertThat(answer(name, genuine, whole -> whole)).isBetween(200, 299);
                    List<Integer> answers = new ArrayList<>();
                    for (int round = 0; round < ROUNDS; round++) {
                        answers.add(
                                answer(name, genuine, part -> random.nextInt(3) == 0 ? damaged(part, random) : part));
                    }
                    assertThat(answers)
                            .allMatch(status -> (status >= 200 && status < 500) || (status == 503 && namesKey(name)));
                    assertThat(faults.all()).isEmpty();
                }));
    }

    /** Its requests say where the key is: under a damaged name there is none, now. */
    private static boolean namesKey(String preset) {
        return PresetSource.firstRecipe(PresetLibrary.preset(preset))
                .at("/key/fetch/url")
                .asText()
                .startsWith("{");
    }

    private void serveKeys(PresetSource preset, InboundRequest genuine, Instant now) {
        Source source = preset.source();
        if (source.verifier().verify(genuine, source.secrets(), now) instanceof KeyNeeded needed) {
            byte[] keys = ProviderKeys.get().answer(needed.request(), preset.kind());
            world.server().answer(Reply.ok(new String(keys, UTF_8)));
        }
    }

    private interface Damage {
        String to(String part);
    }

    /** Sent as bytes, since no client sends such headers. The server may also just close. */
    private static int answer(String source, InboundRequest genuine, Damage damage) {
        int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
        byte[] body = damage.to(new String(genuine.body(), ISO_8859_1)).getBytes(ISO_8859_1);
        int query = genuine.target().indexOf('?');
        StringBuilder head = new StringBuilder("POST /webhooks/" + source);
        head.append(query < 0 ? "" : genuine.target().substring(query)).append(" HTTP/1.1\r\nHost: hooks.example\r\n");
        genuine.headers()
                .forEach((name, values) -> values.forEach(value ->
                        head.append(name).append(": ").append(damage.to(value)).append("\r\n")));
        head.append("Content-Length: ").append(body.length).append("\r\nConnection: close\r\n\r\n");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(head.toString().getBytes(ISO_8859_1));
            request.writeBytes(body);
            out.write(request.toByteArray());
            out.flush();
            String line = new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), ISO_8859_1);
            return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String damaged(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int more = random.nextInt(3); more >= 0; more--) {
            int at = random.nextInt(changed.length() + 1);
            char c = BYTES.charAt(random.nextInt(BYTES.length()));
            switch (random.nextInt(4)) {
                case 0 -> changed.insert(at, c);
                case 1 -> changed.setLength(at);
                case 2 -> changed.append(changed, 0, at);
                default -> changed.replace(at, Math.min(at + 1, changed.length()), String.valueOf(c));
            }
        }
        return changed.toString();
    }
}

package dev.pawl.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.lookup.Question;
import dev.pawl.support.DrippingServer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Providers that never end. */
@QuarkusTest
@TestProfile(BackfillProfile.class)
class ListClientTest {

    @Inject
    Vertx vertx;

    private ListClient client(Duration timeout) {
        return new ListClient(vertx, InstantSource.system(), timeout);
    }

    private static void ask(ListClient client, String url) {
        client.ask("p", new Question("GET", url, Map.of(), null)).await().atMost(Duration.ofSeconds(20));
    }

    @Test
    void whoeverSendsAByteNowAndThenIsHungUpOn() throws IOException {
        try (DrippingServer provider = new DrippingServer("Content-Length: 1000000\r\n\r\n", new byte[] {'['})) {
            assertThatThrownBy(() -> ask(client(Duration.ofMillis(500)), provider.url("/list")))
                    .isInstanceOf(NoList.class)
                    .hasMessage("no answer within 500 ms");

            await().untilAsserted(() -> assertThat(provider.hungUp()).isEqualTo(1));
        }
    }

    @Test
    void whoeverSendsNothingIsHungUpOn() throws IOException {
        try (DrippingServer provider = new DrippingServer("", new byte[0])) {
            assertThatThrownBy(() -> ask(client(Duration.ofMillis(200)), provider.url("/list")))
                    .isInstanceOf(NoList.class)
                    .hasMessage("no answer within 200 ms");
        }
    }

    @Test
    void whoeverSendsTooMuchIsHungUpOn() throws IOException {
        try (DrippingServer provider = new DrippingServer("Transfer-Encoding: chunked\r\n\r\n", chunk())) {
            assertThatThrownBy(() -> ask(client(Duration.ofSeconds(15)), provider.url("/list")))
                    .isInstanceOf(NoList.class)
                    .hasMessage("an answer of more than " + ListClient.LONGEST_ANSWER + " bytes");

            await().untilAsserted(() -> assertThat(provider.hungUp()).isEqualTo(1));
        }
    }

    private static byte[] chunk() {
        int length = 1 << 20;
        return (Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}

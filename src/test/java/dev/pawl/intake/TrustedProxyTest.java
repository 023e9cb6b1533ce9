package dev.pawl.intake;

import static dev.pawl.intake.Provider.event;
import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.signed;
import static dev.pawl.intake.RawRequests.rawFrom;
import static dev.pawl.intake.RawRequests.sized;
import static dev.pawl.intake.RawRequests.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.LoggedLines;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose word on where a request came from is taken. */
@QuarkusTest
@TestProfile(ProxyProfile.class)
class TrustedProxyTest extends FaultlessIntake {

    private static final String PROXY = "127.0.0.1";
    private static final String STRANGER = "127.0.0.2";

    private static WebhookScenario genuine() {
        return signed(event(fresh("op"), "succeeded", ""));
    }

    private static String send(String from, WebhookScenario webhook, String... headers) {
        return rawFrom(from, sized("/webhooks/p", webhook, headers), webhook.body(), false);
    }

    /** The line that tells of a refusal of a request with these headers. */
    private static String refusal(String from, String... headers) {
        try (LoggedLines lines = LoggedLines.listening()) {
            assertThat(status(send(from, genuine().withSignature("t=1,v1=00"), headers)))
                    .isEqualTo(401);
            await().untilAsserted(() ->
                    assertThat(lines.all()).anyMatch(line -> line.contains("refused requests to source p")));
            return String.join("\n", lines.all());
        }
    }

    @Test
    void theClientThatATrustedProxyNamesIsTheOneThatWasRefused() {
        assertThat(refusal(PROXY, "X-Forwarded-For: 10.0.0.1, 198.51.100.7")).contains("last from 198.51.100.7");
        assertThat(refusal(PROXY, "X-Forwarded-For: 2001:db9::7, 2001:db8::7")).contains("last from 2001:db9:");
        assertThat(refusal(PROXY)).contains("last from 127.0.0.1");
    }

    @Test
    void aStrangersWordIsNotTaken() {
        assertThat(refusal(STRANGER, "X-Forwarded-For: 198.51.100.7", "Forwarded: for=198.51.100.7"))
                .contains("last from 127.0.0.2")
                .doesNotContain("198.51.100.7");
    }

    /** Most proxies write one kind of header and let the other pass as whoever sent it wrote it. */
    @Test
    void theOtherKindOfHeaderCountsForNothing() {
        assertThat(refusal(PROXY, "X-Forwarded-For: 198.51.100.7", "Forwarded: for=203.0.113.9"))
                .contains("last from 198.51.100.7")
                .doesNotContain("203.0.113.9");
    }

    @Test
    void onlyAnAddressGetsIntoTheLog() {
        assertThat(refusal(PROXY, "X-Forwarded-For: admin login ok"))
                .contains("last from unknown")
                .doesNotContain("admin");
    }

    /** What a proxy passes on as it came is a stranger's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: ",
                "X-Forwarded-For: ,",
                "X-Forwarded-For: , 198.51.100.7",
                "X-Forwarded-For: :80",
                "X-Forwarded-For: [::1",
                "X-Forwarded-For: ]:80[",
                "X-Forwarded-For: 198.51.100.7:99999999999",
                "X-Forwarded-For: 999.1.1.1:-1",
                "X-Forwarded-For: %00\u00e9",
                "X-Forwarded-Proto: ",
                "X-Forwarded-Proto: ,",
                "X-Forwarded-Proto: gopher://x y",
                "X-Forwarded-Host: ",
                "X-Forwarded-Host: ,",
                "X-Forwarded-Host: evil example:port",
                "X-Forwarded-Host: [",
                "X-Forwarded-Host: a:b:c",
                "X-Forwarded-Host: %zz\u00e9",
                "X-Forwarded-Port: x",
                "X-Forwarded-Port: 70000",
                "X-Forwarded-Port: ,",
                "X-Forwarded-Prefix: /admin",
                "X-Forwarded-Ssl: on",
                "X-Forwarded-Trusted-Proxy: true",
                "Forwarded: for=",
                "Forwarded: for=\"_x\";host=evil.example:99999;proto=gopher",
                "Forwarded: ;;,,=\"",
            })
    void nothingAProxyPassesOnIsOurFault(String header) {
        for (String from : List.of(PROXY, STRANGER)) {
            assertThat(status(send(from, genuine(), header))).isEqualTo(200);
            String before = footprint();
            assertThat(status(send(from, genuine().withTamperedBody("{}".getBytes(UTF_8)), header)))
                    .isEqualTo(401);
            assertThat(footprint()).isEqualTo(before);
            String head = "GET /admin/status HTTP/1.1\r\nHost: x\r\n" + header
                    + "\r\nAuthorization: Bearer operator-token-for-tests-0001\r\n";
            assertThat(status(rawFrom(from, head, new byte[0], false))).isEqualTo(200);
        }
    }

    @Test
    void aBodyThatIsTooLargeIsToldWithItsSizeItsLimitAndItsSender() {
        try (LoggedLines lines = LoggedLines.listening()) {
            WebhookScenario large = signed("x".repeat(Provider.LIMIT + 1));
            assertThat(status(send(PROXY, large, "X-Forwarded-For: 198.51.100.8")))
                    .isEqualTo(413);
            await().untilAsserted(() -> assertThat(lines.all())
                    .anyMatch(line -> line.contains("source p")
                            && line.contains("too-large=1")
                            && line.contains("198.51.100.8")
                            && line.contains((Provider.LIMIT + 1) + " bytes where the limit is " + Provider.LIMIT)));
        }
    }

    /** The connection is closed in the middle, so that nobody hears the answer. */
    @ParameterizedTest
    @ValueSource(longs = {20_000_000, 40_000_000, 5_000_000_000L})
    void soIsOneThatWasNotReadToItsEnd(long announced) {
        try (LoggedLines lines = LoggedLines.listening()) {
            WebhookScenario webhook = genuine();
            String head = RawRequests.head("/webhooks/p", webhook) + "Content-Length: " + announced + "\r\n";
            try {
                rawFrom(STRANGER, head, new byte[Provider.LIMIT + (9 << 20)], false);
            } catch (java.io.UncheckedIOException closed) {
                assertThat(closed).hasCauseInstanceOf(java.io.IOException.class);
            }
            await().untilAsserted(() -> assertThat(lines.all())
                    .anyMatch(line -> line.contains("too-large=1") && line.contains(announced + " bytes")));
        }
    }
}

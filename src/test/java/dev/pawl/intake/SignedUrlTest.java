package dev.pawl.intake;

import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.admin.DryRunProfile;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers that sign the address they send to, which is not the one the service listens at. */
@QuarkusTest
@TestProfile(DryRunProfile.class)
class SignedUrlTest extends FaultlessIntake {

    private static String event() {
        return "{\"id\":\"e\",\"type\":\"payment.done\",\"op\":\"" + fresh("op") + "\",\"status\":\"paid\"}";
    }

    /** Signed as if it were sent to {@code url}. */
    private static WebhookScenario signed(String url) {
        String body = event();
        return Provider.signed(url + body).withTamperedBody(body.getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"?b=2&a=1&c=x+y%20z", "?a=1&a=&A=%c3%A9&=&&x", "?next=https://a@b:443/?c", ""})
    void anOddQueryIsSignedAsItIsSent(String query) {
        WebhookScenario webhook = signed("https://hooks.example/webhooks/urls" + query);
        assertThat(send("POST", "/webhooks/urls" + query, webhook).verdicts()).containsExactly("applied");
    }

    @ParameterizedTest
    @CsvSource({"?b=2&a=1, ?a=1&b=2", "?c=x+y, ?c=x%20y", "?c=%2f, ?c=%2F", "?c=1, ?c=1&", "?c=1, ''"})
    void anotherSpellingOfTheQueryIsAnotherAddress(String query, String other) {
        String before = footprint();
        WebhookScenario webhook = signed("https://hooks.example/webhooks/urls" + query);
        assertThat(send("POST", "/webhooks/urls" + other, webhook).status()).isEqualTo(401);
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void theSchemesOwnPortIsNamedWhereTheProviderNamesIt() {
        assertThat(send("POST", "/webhooks/ported", signed("https://hooks.example:443/webhooks/ported"))
                        .verdicts())
                .containsExactly("applied");
        assertThat(send("POST", "/webhooks/ported", signed("https://hooks.example/webhooks/ported"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void nobodyChangesTheAddressByHeaders() {
        WebhookScenario genuine = signed("https://hooks.example/webhooks/urls");
        assertThat(send("POST", "/webhooks/urls", spoofed(genuine)).verdicts()).containsExactly("applied");

        WebhookScenario other = signed("http://evil.example/webhooks/urls");
        assertThat(send("POST", "/webhooks/urls", spoofed(other)).status()).isEqualTo(401);
    }

    private static WebhookScenario spoofed(WebhookScenario webhook) {
        return webhook.withHeader("X-Forwarded-Host", "evil.example")
                .withHeader("X-Forwarded-Proto", "http")
                .withHeader("Forwarded", "host=evil.example;proto=http");
    }
}

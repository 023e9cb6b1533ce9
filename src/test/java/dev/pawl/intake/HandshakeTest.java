package dev.pawl.intake;

import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.signed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.support.WebhookScenario;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes, challenges and own words for an acknowledgement: over HTTP, and what they leave in the database. */
@QuarkusTest
@TestProfile(IntakeProfile.class)
class HandshakeTest extends FaultlessIntake {

    private static final WebhookScenario UNSIGNED = signed("").withSecret("another secret, long enough");

    @Inject
    FakeConfirmations confirmations;

    @Inject
    MeterRegistry registry;

    private static String event(String operation) {
        return "{\"id\":\"" + fresh("evt") + "\",\"type\":\"payment.done\",\"op\":\"" + operation
                + "\",\"status\":\"paid\"}";
    }

    private static Answer to(String source, WebhookScenario scenario) {
        return send("POST", "/webhooks/" + source, scenario);
    }

    private static String header(Answer answer, String name) {
        return String.join("|", answer.response().headers().allValues(name));
    }

    private double handshakes(String source) {
        return registry.counter("pawl.intake.handshakes", "source", source).count();
    }

    @Test
    void aSignedChallengeIsEchoedAsPlainTextAndLeavesNothing() {
        String before = footprint();
        double counted = handshakes("slack");
        WebhookScenario challenge = signed("{\"type\":\"url_verification\",\"challenge\":\"<script>x</script> é\"}");

        Answer answer = to("slack", challenge);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("<script>x</script> é");
        assertThat(header(answer, "Content-Type")).startsWith("text/plain");
        assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(answer, "Set-Cookie")).isEmpty();
        assertThat(to("slack", challenge.withSecret("another secret, long enough"))
                        .status())
                .isEqualTo(401);
        assertThat(footprint()).isEqualTo(before);
        assertThat(handshakes("slack")).isEqualTo(counted + 1);
    }

    @Test
    void anAuthenticRequestThatCannotBeEchoedIsKeptLikeAnyOther() {
        for (String challenge : List.of("\"a\\nb\"", "\"" + "x".repeat(4_097) + "\"", "null")) {
            Answer answer = to("slack", signed("{\"type\":\"url_verification\",\"challenge\":" + challenge + "}"));
            assertThat(answer.verdicts()).containsExactly("ignored");
        }
        assertThat(to("slack", signed(event(fresh("op")))).verdicts()).containsExactly("applied");
    }

    @Test
    void aQueryChallengeNeedsEveryCondition() {
        String before = footprint();
        String right = "/webhooks/meta?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=meatyhamhock";
        Answer answer = send("GET", right, UNSIGNED);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("1158201444");
        assertThat(header(answer, "Content-Type")).startsWith("text/plain");
        for (String wrong : List.of(
                right.replace("meatyhamhock", "other"),
                right.replace("subscribe", "Subscribe"),
                right.replace("&hub.challenge=1158201444", ""),
                right.replace("1158201444", "a%0Ab"),
                right.replace("1158201444", "%FF"),
                "/webhooks/meta")) {
            assertThat(send("GET", wrong, UNSIGNED).status()).as(wrong).isEqualTo(403);
        }
        assertThat(send("HEAD", right, UNSIGNED).status()).isEqualTo(405);
        assertThat(footprint()).isEqualTo(before);
    }

    /** A token that somebody else makes up is no way to have us write pages. */
    @ParameterizedTest
    @ValueSource(ints = {3_000, 4_097, 5_000, 60_000})
    void aChallengeThatIsTooLongIsNotEchoed(int length) {
        String before = footprint();
        String challenge = "1".repeat(length);
        Answer answer = send(
                "GET",
                "/webhooks/meta?hub.mode=subscribe&hub.verify_token=meatyhamhock&hub.challenge=" + challenge,
                UNSIGNED);
        if (length == 3_000) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(challenge);
        } else {
            assertThat(answer.status()).isBetween(400, 499);
            assertThat(answer.body()).doesNotContain("1".repeat(100));
        }
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void probesAreAnsweredWithoutEffects() {
        String before = footprint();
        Answer head = send("HEAD", "/webhooks/probes", UNSIGNED);
        assertThat(head.status()).isEqualTo(200);
        assertThat(header(head, "X-Content-Type-Options")).isEqualTo("nosniff");

        Answer options =
                send("OPTIONS", "/webhooks/probes", UNSIGNED.withHeader("WebHook-Request-Origin", "emitter.example"));
        assertThat(options.status()).isEqualTo(200);
        assertThat(options.body()).isEmpty();
        assertThat(header(options, "WebHook-Allowed-Origin")).isEqualTo("emitter.example");
        assertThat(header(options, "Allow")).isEqualTo("POST");
        assertThat(send("OPTIONS", "/webhooks/probes", UNSIGNED).status()).isEqualTo(403);

        Answer get = send("GET", "/webhooks/probes?crc_token=challenge_string", UNSIGNED);
        assertThat(header(get, "Content-Type")).startsWith("application/json");
        // HMAC-SHA256 by openssl dgst.
        assertThat(get.body())
                .isEqualTo(
                        "{\"response_token\":\"sha256=P7aNvJZAXw8bMN8cdAxjflcCtZvellWsCs5atyiBqwE=\",\"of\":\"challenge_string\"}");

        Answer token = send("POST", "/webhooks/probes?validationToken=%3Cscript%3E+x", UNSIGNED);
        assertThat(token.body()).isEqualTo("<script> x");
        assertThat(header(token, "Content-Type")).startsWith("text/plain");
        // Nobody gets an event signed.
        assertThat(send("GET", "/webhooks/probes?crc_token=%7B%22id%22%3A1%7D", UNSIGNED)
                        .status())
                .isEqualTo(403);
        assertThat(send("POST", "/webhooks/probes?validationToken=a%00b", UNSIGNED)
                        .status())
                .isEqualTo(401);
        assertThat(send("POST", "/webhooks/probes", UNSIGNED).status()).isEqualTo(401);
        assertThat(footprint()).isEqualTo(before);
    }

    private static String xeroSignature(String body) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("secret-for-tests-long-enough".getBytes(UTF_8), "HmacSHA256"));
        return Base64.getEncoder().encodeToString(mac.doFinal(body.getBytes(UTF_8)));
    }

    /** Xero's "intent to receive": right and wrong signatures, and no answer may have a body or a cookie. */
    @Test
    void anIntentToReceiveIsAnsweredWithoutABody() throws GeneralSecurityException {
        String body = "{\"events\":[],\"lastEventSequence\":0,\"firstEventSequence\":0,\"entropy\":\"S0m3\"}";
        WebhookScenario right = signed(body).withHeader("x-xero-signature", xeroSignature(body));
        WebhookScenario wrong = signed(body).withHeader("x-xero-signature", xeroSignature(body + ' '));
        for (Answer answer : List.of(to("xero", right), to("xero", wrong), to("xero", signed(body)))) {
            assertThat(answer.body()).isEmpty();
            assertThat(header(answer, "Content-Type")).doesNotContain("json");
            assertThat(header(answer, "Set-Cookie")).isEmpty();
        }
        assertThat(to("xero", right).status()).isEqualTo(200);
        assertThat(to("xero", wrong).status()).isEqualTo(401);
    }

    /** Okta's one-time verification carries the authentication field that events carry. */
    @Test
    void aChallengeThatIsAGetMayHaveToBeAuthentic() {
        String before = footprint();
        WebhookScenario asked = UNSIGNED.withHeader("X-Okta-Verification-Challenge", "Me_rShK8JHsT");
        WebhookScenario known = asked.withHeader("Authorization", "secret-for-tests-long-enough");

        Answer answer = send("GET", "/webhooks/okta", known);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"verification\":\"Me_rShK8JHsT\"}");
        assertThat(header(answer, "Content-Type")).startsWith("application/json");
        assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(send("GET", "/webhooks/okta", asked).status()).isEqualTo(401);
        WebhookScenario other = asked.withHeader("Authorization", "another secret, long enough");
        assertThat(send("GET", "/webhooks/okta", other).status()).isEqualTo(401);
        WebhookScenario noQuestion = UNSIGNED.withHeader("Authorization", "secret-for-tests-long-enough");
        assertThat(send("GET", "/webhooks/okta", noQuestion).status()).isEqualTo(403);
        assertThat(footprint()).isEqualTo(before);
    }

    /** Discord wants a type even where there is no body. */
    @Test
    void anAnswerWithoutABodyMayHaveAType() {
        Answer answer = to("pong", signed("{\"type\":0}"));
        assertThat(answer.status()).isEqualTo(204);
        assertThat(header(answer, "Content-Type")).startsWith("application/json");
    }

    @Test
    void methodsThatNobodyUsesAreRefused() {
        for (String method : List.of("GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE")) {
            Answer answer = send(method, "/webhooks/json", UNSIGNED);
            assertThat(answer.status()).as(method).isEqualTo(405);
            assertThat(header(answer, "Allow")).as(method).isEqualTo("POST");
        }
    }

    @Test
    void aHandshakeIsNoWayAroundTheLimitOrTheSource() {
        assertThat(send("POST", "/webhooks/probes?validationToken=x", signed("x".repeat(2 << 20)))
                        .status())
                .isEqualTo(413);
        assertThat(send("GET", "/webhooks/nobody?validationToken=x", UNSIGNED).status())
                .isEqualTo(404);
    }

    @Test
    void aSubscriptionIsConfirmedOnlyWhenItIsAuthentic() {
        String before = footprint();
        String body = "{\"Type\":\"SubscriptionConfirmation\",\"SubscribeURL\":\"https://sns.eu.amazonaws.com/?yes\"}";
        assertThat(to("sns", signed(body).withSecret("another secret, long enough"))
                        .status())
                .isEqualTo(401);
        assertThat(confirmations.asked()).isEmpty();
        assertThat(to("sns", signed(body)).status()).isEqualTo(200);
        assertThat(confirmations.asked()).containsExactly("https://sns.eu.amazonaws.com/?yes");
        assertThat(to("sns", signed(body.replace("yes", "no"))).status()).isEqualTo(503);
        assertThat(to("sns", signed(body.replace("yes", "broken"))).status()).isEqualTo(503);
        assertThat(footprint()).isEqualTo(before);
        assertThat(to("sns", signed(event(fresh("op")))).verdicts()).containsExactly("applied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"accepted", "ok-form", "created"})
    void everyDeliveryIsAcknowledgedInTheProvidersWords(String source) {
        String operation = fresh("op");
        String body =
                source.equals("ok-form") ? "id=1&type=payment.done&status=paid&op=" + operation : event(operation);
        Answer first = to(source, signed(body));
        Answer again = to(source, signed(body));

        assertThat(List.of(first.status(), first.body())).isEqualTo(List.of(again.status(), again.body()));
        assertThat(header(first, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(first.status()).isEqualTo(source.equals("created") ? 204 : 200);
        assertThat(first.body())
                .isEqualTo(
                        switch (source) {
                            case "accepted" -> "[accepted]";
                            case "ok-form" -> "OK" + operation;
                            default -> "";
                        });
        assertThat(one("select deliveries || ' ' || duplicates from ~.operation where key = ?", operation))
                .isEqualTo("2 1");
        assertThat(to(source, signed(body).withSecret("another secret, long enough"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void whatIsCommittedIsAcknowledgedEvenWithoutAPartOfTheAnswer() {
        Answer answer = to("ok-form", signed("type=payment.done&status=paid"));
        assertThat(answer.verdicts()).containsExactly("invalid");
    }

    @Test
    void anAnswerMayBeSigned() {
        String operation = fresh("op");
        Answer answer = to("signed-answer", signed(event(operation)));
        assertThat(answer.body())
                .matches("\\{\"orderReference\":\"" + operation + "\",\"status\":\"accept\",\"time\":\"[0-9]{10}\","
                        + "\"signature\":\"[0-9a-f]{32}\",\"code\":0,\"nested\":\\[true,null,\\{\"a\":\"b\"}]}");
        assertThat(header(answer, "X-Shop")).isEqualTo("shop-7");
    }
}

package dev.pawl.sdk;

import static dev.pawl.support.WebhookScenario.NOW;

import com.slack.api.app_backend.SlackSignature;
import java.time.Duration;
import java.time.Instant;

final class SlackSdkTest extends SdkContract {

    private static final String TIME = "X-Slack-Request-Timestamp";
    private static final String SIGNATURE = "X-Slack-Signature";

    SlackSdkTest() {
        super(
                preset("slack"),
                Difference.contradiction(TIME),
                Difference.contradiction(SIGNATURE),
                // Slack's document and its library for Python look both ways.
                Difference.noClock(
                        TIME, time -> Instant.ofEpochSecond(Long.parseLong(time)), Duration.ofMinutes(5), NOW));
    }

    @Override
    Message signed(String body, String secret, Instant at) {
        String time = Long.toString(at.getEpochSecond());
        return Message.of(body)
                .with(TIME, time)
                .with(SIGNATURE, new SlackSignature.Generator(secret).generate(time, body));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        return new SlackSignature.Verifier(new SlackSignature.Generator(secret))
                .isValid(message.header(TIME), message.text(), message.header(SIGNATURE), now.toEpochMilli());
    }
}

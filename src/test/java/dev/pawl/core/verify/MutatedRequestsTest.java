package dev.pawl.core.verify;

import static dev.pawl.support.WebhookScenario.NOW;
import static dev.pawl.support.WebhookScenario.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.support.WebhookScenario;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random damage to genuine requests; the seed is fixed, so that a failure can be repeated. */
class MutatedRequestsTest {

    private static final int ROUNDS = 2_000;
    private static final String ALPHABET = "tv10,=. \t%é\u0000\uD800\u20AC+/_-abcdef{}\"";

    private final Random random = new Random(20_260_101L);
    private final Verifier verifier = new RecipeVerifier(List.copyOf(Recipes.BY_NAME.values()));
    private final List<Secret> secrets = List.of(new Secret("secrets[0]", SECRET.getBytes(UTF_8)));

    @Test
    void noMutatedBodyEverVerifies() {
        WebhookScenario genuine = WebhookScenario.valid();
        assertThat(verified(genuine)).isTrue();

        for (int round = 0; round < ROUNDS; round++) {
            byte[] body = genuine.body();
            body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
            assertThat(verified(genuine.withTamperedBody(body)))
                    .as("round %d", round)
                    .isFalse();
        }
    }

    @Test
    void noMutatedHeaderEverThrowsOrVerifiesSomethingElse() {
        WebhookScenario genuine = WebhookScenario.valid();
        byte[] other = "{}".getBytes(UTF_8);

        for (int round = 0; round < ROUNDS; round++) {
            String header = mutated(genuine.signature());
            // With the genuine body a mutation may leave time and signature as they are; with another body nothing may
            // fit.
            assertThat(verified(genuine.withSignature(header).withTamperedBody(other)))
                    .as(header)
                    .isFalse();
            assertThat(verified(genuine.withSignature(header))).as(header).isEqualTo(stillGenuine(genuine, header));
        }
    }

    /** Told apart by another, simpler reading: exactly one time, the right one, and the right signature among all. */
    private static boolean stillGenuine(WebhookScenario genuine, String header) {
        int times = 0;
        boolean rightTime = false;
        boolean rightSignature = false;
        for (String pair : header.split(",", -1)) {
            String[] parts = pair.split("=", 2);
            String value = parts.length == 2 ? parts[1].strip() : "";
            if (parts.length == 2 && parts[0].strip().equals("t")) {
                times++;
                rightTime |= value.equals(Long.toString(NOW.getEpochSecond()));
            }
            rightSignature |= parts[0].strip().equals("v1") && value.equalsIgnoreCase(genuine.hex());
        }
        return times == 1 && rightTime && rightSignature;
    }

    private String mutated(String header) {
        StringBuilder text = new StringBuilder(header);
        for (int i = random.nextInt(4); i >= 0 && text.length() > 0; i--) {
            int at = random.nextInt(text.length());
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, c);
                case 1 -> text.insert(at, c);
                case 2 -> text.deleteCharAt(at);
                default -> text.append(text, at, text.length());
            }
        }
        return text.toString();
    }

    private boolean verified(WebhookScenario scenario) {
        return verifier.verify(scenario.request(), secrets, NOW).fold(yes -> true, no -> false, needed -> false);
    }
}

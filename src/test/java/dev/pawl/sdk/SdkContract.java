package dev.pawl.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.PresetScheme;
import dev.pawl.core.verify.Verification;
import dev.pawl.support.WebhookScenario;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A preset judges as the provider's own library does. Requests are genuine ones, damaged ones, ones of another time and ones
 * of another key; each that is judged differently must be a {@link Difference} that the test names.
 */
abstract class SdkContract {

    /** As the provider sees the service. */
    static final String ADDRESS = "https://hooks.example";

    private static final int ROUNDS = 500;
    private static final long SEED = 20_260_101L;
    private static final List<Duration> MOVES = List.of(
            Duration.ofSeconds(-60),
            Duration.ofSeconds(60),
            Duration.ofMinutes(-4),
            Duration.ofMinutes(4),
            Duration.ofMinutes(-11),
            Duration.ofMinutes(11),
            Duration.ofDays(-400),
            Duration.ofDays(400));

    private final PresetScheme scheme;
    private final List<Difference> differences;

    SdkContract(PresetScheme scheme, Difference... differences) {
        this.scheme = scheme;
        this.differences = List.of(differences);
    }

    static PresetScheme preset(String name) {
        return PresetScheme.of(name, ADDRESS, Map.of());
    }

    /** As the provider sends it: signed by its library where that can, otherwise by its documents. */
    abstract Message signed(String body, String secret, Instant at) throws Exception;

    /** The library's verdict. An exception is a refusal: that is how most libraries say it. */
    abstract boolean accepts(Message message, String secret, Instant now) throws Exception;

    List<String> bodies() {
        return List.of(WebhookScenario.BODY, "{}", "{\"text\":\"Grüße, 東京 \uD83C\uDF89\",\"n\":1.00}\n", "[1,  2]");
    }

    /** Any of them may sign. */
    List<String> secrets() {
        return List.of("a secret for tests, long enough", "another secret, as long as that");
    }

    /** Somebody else's. */
    String strangersSecret() {
        return secrets().get(1);
    }

    /** What a source lists for requests that are signed with this secret. */
    List<String> configured(String secret) {
        return List.of(secret);
    }

    /** How many of the rounds at least are harmless for both: most by a header's other case, its repetition, another time. */
    int leastAccepted() {
        return ROUNDS * 3 / 20;
    }

    /** A library that looks at the clock itself needs the real time. */
    Instant now() {
        return WebhookScenario.NOW;
    }

    @Test
    final void genuineRequestsAreGenuineForBoth() throws Exception {
        for (String body : bodies()) {
            for (String secret : secrets()) {
                Instant now = now();
                Message message = signed(body, secret, now);
                assertThat(accepts(message, secret, now))
                        .as("the library on %s", message)
                        .isTrue();
                assertThat(verified(message, configured(secret), now))
                        .as("Pawl on %s", message)
                        .isTrue();
            }
        }
    }

    @Test
    final void eitherKeyWillDoWhileItIsBeingChanged() throws Exception {
        for (String secret : secrets()) {
            Instant now = now();
            Message message = signed(bodies().get(0), secret, now);
            List<String> both =
                    secrets().stream().flatMap(one -> configured(one).stream()).toList();
            assertThat(verified(message, both, now)).as("%s", message).isTrue();
        }
    }

    @Test
    final void damagedRequestsGetTheSameVerdict() throws Exception {
        Set<Difference> needed = new HashSet<>();
        List<String> wrong = new ArrayList<>();
        int accepted = 0;
        int changed = 0;
        for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
            Round round = round(new Random(seed));
            accepted += round.pawl ? 1 : 0;
            changed += round.message.isSameAs(round.genuine) ? 0 : 1;
            needed.addAll(round.needed);
            if (!round.agreed()) {
                wrong.add("seed " + seed + ": " + round);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(changed).as("nothing counts that is genuine").isEqualTo(ROUNDS);
        // What is harmless, such as a header's other case, is accepted; damage is not.
        assertThat(accepted).as("neither all nor nothing").isBetween(leastAccepted(), ROUNDS / 2);
        assertThat(needed).as("no difference is named in vain").containsExactlyInAnyOrderElementsOf(differences);
    }

    /**
     * @param genuine what the message was made of: the same body, signed with the right key a moment ago
     * @param expected what the library says of the request as Pawl reads it
     * @param needed the differences without which it would be another verdict
     */
    private record Round(
            Message genuine,
            Message message,
            boolean library,
            boolean expected,
            boolean pawl,
            boolean clock,
            Set<Difference> needed) {
        /** @return true, too, where Pawl itself changed its mind while the library was thinking */
        private boolean agreed() {
            return clock || pawl == expected;
        }

        @Override
        public String toString() {
            return "the library " + said(library)
                    + (library == expected ? "" : ", but should be read as " + said(expected)) + ", Pawl " + said(pawl)
                    + "\n" + message + "\n";
        }

        private static String said(boolean accepts) {
            return accepts ? "accepts" : "refuses";
        }
    }

    private Round round(Random random) throws Exception {
        Instant now = now();
        String secret = secrets().get(0);
        boolean otherKey = random.nextInt(20) == 0;
        boolean moved = random.nextInt(6) == 0;
        Instant at = moved ? now.plus(MOVES.get(random.nextInt(MOVES.size()))) : now.minusSeconds(7);
        String body = bodies().get(random.nextInt(bodies().size()));
        Message genuine = signed(body, secret, now.minusSeconds(7));
        Message other = moved || otherKey ? signed(body, otherKey ? strangersSecret() : secret, at) : genuine;
        // Where no time is signed, another one makes no difference.
        Message message = other.isSameAs(genuine) ? new Mutations(random).damaged(genuine) : other;

        boolean pawl = verified(message, configured(secret), now);
        boolean library = library(message, secret, now);
        Message read = read(message, differences);
        boolean expected = library(read, secret, now);
        boolean later = verified(message, configured(secret), now());
        return new Round(
                genuine, message, library, expected, pawl, later != pawl, needed(message, secret, now, expected));
    }

    private Set<Difference> needed(Message message, String secret, Instant now, boolean expected) {
        Set<Difference> needed = new HashSet<>();
        if (library(message, secret, now) == expected) {
            return needed;
        }
        for (Difference difference : differences) {
            List<Difference> others = new ArrayList<>(differences);
            others.remove(difference);
            if (library(read(message, others), secret, now) != expected) {
                needed.add(difference);
            }
        }
        return needed;
    }

    private static Message read(Message message, List<Difference> differences) {
        Message read = message;
        for (Difference difference : differences) {
            read = difference.reading().apply(read);
        }
        return read;
    }

    private boolean library(Message message, String secret, Instant now) {
        try {
            return accepts(message, secret, now);
        } catch (Exception refused) {
            // How a library says no, or that it can make nothing of the request: either way nobody acts on it.
            return false;
        }
    }

    private boolean verified(Message message, List<String> configured, Instant now) {
        Verification verification = scheme.verify(message.inbound(), configured, now);
        return Objects.requireNonNull(verification.fold(yes -> true, no -> false, needed -> false));
    }
}

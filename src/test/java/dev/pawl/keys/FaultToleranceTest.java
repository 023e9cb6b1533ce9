package dev.pawl.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.faulttolerance.api.RateLimitException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.junit.jupiter.api.Test;

/** In an application, since SmallRye's guards live in one. */
@QuarkusTest
@TestProfile(KeysProfile.class)
class FaultToleranceTest {

    private static final AtomicInteger HOSTS = new AtomicInteger();

    @Inject
    FaultTolerance guards;

    @Inject
    MeterRegistry registry;

    private final AtomicInteger calls = new AtomicInteger();
    private final String host = "host-" + HOSTS.incrementAndGet() + ".keys.test";

    private CompletionStage<byte[]> answered() {
        calls.incrementAndGet();
        return CompletableFuture.completedFuture(new byte[0]);
    }

    private Supplier<CompletionStage<byte[]>> failing(NoAnswer why) {
        return () -> {
            calls.incrementAndGet();
            return CompletableFuture.failedFuture(why);
        };
    }

    /** The failure; the answer's place is taken by "answered". */
    private static String outcome(CompletionStage<byte[]> stage) {
        try {
            stage.toCompletableFuture().join();
            return "answered";
        } catch (CompletionException e) {
            return Objects.requireNonNull(e.getCause()).getClass().getSimpleName();
        }
    }

    private String ask(Supplier<CompletionStage<byte[]>> call) {
        return outcome(guards.ask(host, call));
    }

    @Test
    void whoIsSickIsLeftAloneForAWhileAndOthersAreNot() {
        for (int i = 0; i < FaultTolerance.FAILURES_IN_A_ROW; i++) {
            assertThat(ask(failing(NoAnswer.unreachable("away")))).isEqualTo("NoAnswer");
        }
        assertThat(ask(this::answered)).isEqualTo(CircuitBreakerOpenException.class.getSimpleName());
        assertThat(outcome(guards.askFirst("s", host, this::answered)))
                .isEqualTo(CircuitBreakerOpenException.class.getSimpleName());
        assertThat(calls).hasValue(FaultTolerance.FAILURES_IN_A_ROW);
        assertThat(outcome(guards.ask("other." + host, this::answered))).isEqualTo("answered");

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(ask(this::answered)).isEqualTo("answered"));
        assertThat(ask(this::answered)).isEqualTo("answered");
    }

    @Test
    void aNoNeverMakesAHostSick() {
        for (int i = 0; i < 5 * FaultTolerance.FAILURES_IN_A_ROW; i++) {
            assertThat(ask(failing(NoAnswer.refused("status 404")))).isEqualTo("NoAnswer");
        }
        assertThat(ask(this::answered)).isEqualTo("answered");
    }

    @Test
    void aSourceThatAsksForMoreAndMoreHasToWaitAndOthersHaveNot() {
        for (int i = 0; i < FaultTolerance.NEW_PER_MINUTE; i++) {
            assertThat(outcome(guards.askFirst(host, i + "." + host, this::answered)))
                    .isEqualTo("answered");
        }
        assertThat(outcome(guards.askFirst(host, "one-more." + host, this::answered)))
                .isEqualTo(RateLimitException.class.getSimpleName());
        assertThat(calls).hasValue(FaultTolerance.NEW_PER_MINUTE);
        assertThat(ask(this::answered)).isEqualTo("answered");
        assertThat(outcome(guards.askFirst("other " + host, host, this::answered)))
                .isEqualTo("answered");
    }

    /** Hosts may be named by strangers: one time series each would be a way to fill the memory. */
    @Test
    void noHostIsALabel() {
        assertThat(ask(this::answered)).isEqualTo("answered");
        assertThat(registry.getMeters())
                .noneMatch(meter -> meter.getId().getTags().toString().contains("keys.test"))
                .noneMatch(meter -> meter.getId().getName().startsWith("ft.circuitbreaker"));
    }
}

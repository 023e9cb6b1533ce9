package dev.pawl.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.admin.AdminProfile;
import dev.pawl.config.Asking.Limits;
import dev.pawl.core.lookup.AnswerReader.Response;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.junit.jupiter.api.Test;

/** In an application, since SmallRye's guards live in one. */
@QuarkusTest
@TestProfile(AdminProfile.class)
class SourceGuardsTest {

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Limits LIMITS = new Limits(10, 2, Duration.ofSeconds(5));
    private static final Response ODD = new Response(500, Map.of(), new byte[0]);

    private final String source = "source-" + NAMES.incrementAndGet();

    @Inject
    Guards guards;

    @Inject
    Circuits circuits;

    private String ask(String name, Limits limits, Supplier<CompletionStage<Response>> call) {
        try {
            return "status "
                    + guards.ask(name, limits, call)
                            .toCompletableFuture()
                            .join()
                            .status();
        } catch (CompletionException e) {
            return String.valueOf(e.getCause());
        }
    }

    private static CompletionStage<Response> sick() {
        return CompletableFuture.failedFuture(NoAnswer.because("no connection"));
    }

    private static CompletionStage<Response> odd() {
        return CompletableFuture.completedFuture(ODD);
    }

    @Test
    void aSickProviderOpensItsOwnCircuitOnly() {
        assertThat(circuits.of(source)).isEqualTo("closed");
        for (int n = 0; n < 6; n++) {
            assertThat(ask(source, LIMITS, SourceGuardsTest::sick)).contains("no connection");
        }

        assertThat(ask(source, LIMITS, SourceGuardsTest::odd)).startsWith(CircuitBreakerOpenException.class.getName());
        assertThat(circuits.of(source)).isEqualTo("open");
        assertThat(ask("other-" + source, LIMITS, SourceGuardsTest::odd)).isEqualTo("status 500");
    }

    @Test
    void withOtherLimitsTheCircuitIsClosedAndShownSo() {
        for (int n = 0; n < 6; n++) {
            ask(source, LIMITS, SourceGuardsTest::sick);
        }
        assertThat(circuits.of(source)).isEqualTo("open");

        assertThat(ask(source, new Limits(20, 2, Duration.ofSeconds(5)), SourceGuardsTest::odd))
                .isEqualTo("status 500");
        assertThat(circuits.of(source)).isEqualTo("closed");
    }

    @Test
    void answersAboutOneOperationNeverOpenACircuit() {
        for (int n = 0; n < 20; n++) {
            assertThat(ask(source, LIMITS, SourceGuardsTest::odd)).isEqualTo("status 500");
        }
        assertThat(circuits.of(source)).isEqualTo("closed");
    }

    @Test
    void silenceEndsWithTheTimeout() {
        Limits brief = new Limits(10, 2, Duration.ofMillis(50));
        assertThat(ask(source, brief, CompletableFuture::new)).startsWith(TimeoutException.class.getName());
    }
}

package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemovedEffectsTest {

    private static final UUID OPERATION = new UUID(1, 1);

    private final DispatchFixture fixture = new DispatchFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private void look() {
        fixture.removed(DispatchFixture.effect("shop", URI.create("http://127.0.0.1:1/"), 3))
                .tick()
                .await()
                .indefinitely();
    }

    @Test
    void anEffectThatIsNotConfiguredIsNoticedAfterAnHour() {
        fixture.write(OPERATION, 1, "gone");
        fixture.write(OPERATION, 2, "shop");
        look();
        assertThat(fixture.ledger.orphaned).isEmpty();

        fixture.update("update ${schema}.effect set due_at = now() - interval '61 minutes'");
        look();

        assertThat(fixture.ledger.orphaned).containsExactly(OPERATION + "/1/gone");
    }

    @Test
    void whatItsOperationKnowsAlreadyIsNotToldAgainUntilTheEffectIsBack() {
        fixture.write(OPERATION, 1, "gone");
        fixture.write(OPERATION, 2, "shop");
        fixture.update("update ${schema}.effect set due_at = now() - interval '2 hours', orphan = true");

        look();

        assertThat(fixture.ledger.orphaned).containsExactly(OPERATION + "/2/shop");
    }
}

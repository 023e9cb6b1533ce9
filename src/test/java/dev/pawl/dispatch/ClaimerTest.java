package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Room;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimerTest {

    private static final UUID OPERATION = new UUID(1, 1);
    private static final List<Room> ROOMS = List.of(new Room("shop", 8, Duration.ofMinutes(1)));

    private final DispatchFixture fixture = new DispatchFixture();
    private final List<Claimed> sent = new CopyOnWriteArrayList<>();
    private final Claimer claimer =
            new Claimer(Runnable::run, fixture.pool, new DispatchSql(fixture.schema), sent::add);

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void whatIsClaimedIsHandedOver() {
        fixture.write(OPERATION, 1, "shop");

        assertThat(progress(ROOMS)).as("there is nothing else").isFalse();

        assertThat(sent).extracting(Claimed::effect).containsExactly("shop");
        assertThat(fixture.read("attempts", OPERATION, 1, "shop")).isEqualTo("1");
        await().until(claimer::idle);
    }

    @Test
    void aRoomThatIsFullMayLeaveMore() {
        fixture.write(OPERATION, 1, "shop");

        assertThat(progress(List.of(new Room("shop", 1, Duration.ofMinutes(1)))))
                .isTrue();
    }

    @Test
    void oneThatIsPutOffHasAnotherTimeToBeAskedFor() {
        fixture.write(OPERATION, 1, "shop");
        fixture.write(OPERATION, 2, "shop");

        assertThat(progress(ROOMS)).isTrue();
        assertThat(sent).extracting(Claimed::seq).containsExactly(1);
    }

    private boolean progress(List<Room> rooms) {
        return claimer.claim(rooms, List.of("shop")).await().indefinitely().progress();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatComesTooLateIsGivenBackAndAsDoubtfulAsBefore(boolean unsure) {
        fixture.write(OPERATION, 1, "shop");
        fixture.update("update ${schema}.effect set unsure = " + unsure);

        claimer.claim(ROOMS, List.of("shop")).subscribe().with(claims -> {}).cancel();

        await().untilAsserted(() -> assertThat(
                        fixture.read("last_attempt_at is not null and claim is null", OPERATION, 1, "shop"))
                .isEqualTo("true"));
        assertThat(fixture.read("attempts", OPERATION, 1, "shop")).isEqualTo("0");
        assertThat(fixture.read("unsure", OPERATION, 1, "shop")).isEqualTo(Boolean.toString(unsure));
        assertThat(fixture.read("due_at <= now()", OPERATION, 1, "shop")).isEqualTo("true");
        assertThat(sent).isEmpty();
    }

    @Test
    void whatIsNotWantedAnyLongerIsGivenBack() {
        Claimer refusing = new Claimer(Runnable::run, fixture.pool, new DispatchSql(fixture.schema), claimed -> {
            sent.add(claimed);
            return claimed.seq() == 2;
        });
        fixture.write(OPERATION, 1, "shop");
        fixture.write(new UUID(2, 2), 2, "shop");

        refusing.claim(ROOMS, List.of("shop")).await().indefinitely();
        await().until(refusing::idle);

        assertThat(sent).hasSize(2);
        assertThat(fixture.read("claim is null and attempts = 0 and due_at <= now()", OPERATION, 1, "shop"))
                .isEqualTo("true");
        assertThat(fixture.read("claim is not null and attempts = 1", new UUID(2, 2), 2, "shop"))
                .isEqualTo("true");
    }

    @Test
    void onceStoppedNothingIsHandedOverAndAnOpenClaimIsGivenBack() {
        fixture.write(OPERATION, 1, "shop");

        var open = claimer.claim(ROOMS, List.of("shop")).subscribeAsCompletionStage();
        claimer.stop();
        open.join();
        await().until(claimer::idle);

        assertThat(claimer.claim(ROOMS, List.of("shop")).await().indefinitely().effects())
                .isEmpty();
        assertThat(fixture.read("last_attempt_at is not null and claim is null", OPERATION, 1, "shop"))
                .isEqualTo("true");
        assertThat(sent).isEmpty();
    }
}

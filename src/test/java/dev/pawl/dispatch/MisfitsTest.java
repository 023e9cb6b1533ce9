package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.Trace;
import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Ending;
import dev.pawl.dispatch.EffectRows.Finished;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Effects of another kind than their name has now; when they are met, in minutes. */
class MisfitsTest {

    private static final UUID OPERATION = new UUID(1, 1);
    private static final EffectRule SHOP = DispatchFixture.effect("shop", URI.create("http://127.0.0.1:1/"), 3);

    private final Misfits misfits = new Misfits();

    private Finished judged(Claimed claimed, long minute) {
        return Objects.requireNonNull(misfits.judged(
                SHOP, claimed, -5_000_000_000L + Duration.ofMinutes(minute).toNanos()));
    }

    private static Claimed claimed(String kind, Duration age, boolean doubtful) {
        return new Claimed(
                OPERATION, 1, "shop", new UUID(7, 7), "id", kind, 2, age, Buffer.buffer(), Trace.NONE, doubtful);
    }

    @Test
    void whatFitsIsNoneOfThem() {
        assertThat(misfits.judged(SHOP, claimed("http", Duration.ZERO, false), 0))
                .isNull();
    }

    @Test
    void whatHasBeenOpenForDaysHasAnHourFromTheChangeOn() {
        Claimed old = claimed("sql", Duration.ofDays(3), false);

        assertThat(judged(old, 0).ending()).isEqualTo(Ending.PENDING);
        assertThat(judged(old, 59).ending()).isEqualTo(Ending.PENDING);
        Finished last = judged(old, 60);
        assertThat(last.ending()).isEqualTo(Ending.DEAD);
        assertThat(last.error()).isEqualTo("written as an effect of kind sql, and the configuration now says http");
        assertThat(last.telling()).isTrue();
        assertThat(last.unsure()).as("no receiver has refused it").isFalse();
    }

    @Test
    void whatIsWrittenAfterTheChangeHasAnHourOfItsOwn() {
        judged(claimed("sql", Duration.ofDays(3), false), 0);

        assertThat(judged(claimed("sql", Duration.ofMinutes(1), false), 90).ending())
                .isEqualTo(Ending.PENDING);
    }

    @Test
    void whatMayHaveArrivedBeforeTheChangeStaysInDoubt() {
        Claimed doubtful = claimed("kafka", Duration.ofDays(3), true);

        assertThat(judged(doubtful, 0).unsure()).isTrue();
        assertThat(judged(doubtful, 60).unsure()).isTrue();
    }

    @Test
    void aChangeThatIsUndoneAndMadeAgainHasAnotherHour() {
        Claimed old = claimed("sql", Duration.ofDays(3), false);
        judged(old, 0);

        misfits.follow(List.of(SHOP));
        assertThat(judged(old, 60).ending()).as("it stands").isEqualTo(Ending.DEAD);
        misfits.follow(List.of());
        misfits.follow(List.of(SHOP));

        assertThat(judged(old, 61).ending()).isEqualTo(Ending.PENDING);
    }
}

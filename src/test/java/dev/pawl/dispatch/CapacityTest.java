package dev.pawl.dispatch;

import static dev.pawl.dispatch.DispatchFixture.effect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.EffectRule.Target;
import dev.pawl.core.outbound.SqlStatement;
import dev.pawl.dispatch.Destination.Place;
import dev.pawl.dispatch.EffectRows.Room;
import dev.pawl.dispatch.EffectSink.Health;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CapacityTest {

    private static final EffectRule SHOP = effect("shop", URI.create("https://shop.example/hooks"), 20);
    private static final EffectRule SHOP_TOO = effect("shop-too", URI.create("HTTPS://Shop.Example:443/others"), 20);
    private static final EffectRule MAIL = effect("mail", URI.create("https://mail.example/"), 20);
    private static final long NOW = 0;
    private static final long HANGING = Destination.HANGS_AFTER.toNanos();

    @Test
    void everyDestinationHasItsOwnPlaces() {
        Capacity capacity = new Capacity(32, 8, List.of(SHOP, MAIL));

        assertThat(places(capacity)).isEqualTo(Map.of("shop", 8, "mail", 8));
    }

    @Test
    void effectsToOneDestinationShareItsPlaces() {
        Capacity capacity = new Capacity(32, 8, List.of(SHOP, SHOP_TOO, MAIL));

        assertThat(places(capacity)).isEqualTo(Map.of("shop", 4, "shop-too", 4, "mail", 8));
    }

    @Test
    void theLastPlaceGoesToAnotherEffectEachTime() {
        Capacity capacity = new Capacity(1, 8, List.of(SHOP, MAIL));

        assertThat(List.of(places(capacity), places(capacity)))
                .containsExactly(Map.of("shop", 2, "mail", 1), Map.of("shop", 1, "mail", 2));
    }

    @Test
    void whateverTheOthersHaveOnePlaceIsEveryonesOwn() {
        Capacity capacity = new Capacity(7, 8, List.of(SHOP, MAIL));
        take(capacity, "shop", 8);

        assertThat(places(capacity)).isEqualTo(Map.of("mail", 1));
    }

    @Test
    void kafkaAndTheDatabaseShareNothingWithHttp() {
        SqlStatement statement = SqlStatement.parse("select 1").fold(parsed -> parsed, problem -> {
            throw new AssertionError(problem);
        });
        EffectRule sql = with("sql", new SqlTarget(statement, null, Duration.ofHours(1)));
        EffectRule kafka = with("kafka", new KafkaTarget("facts", Duration.ofSeconds(10)));
        Capacity capacity = new Capacity(0, 8, List.of(sql, kafka, SHOP));
        assertThat(places(capacity)).isEqualTo(Map.of("sql", 4, "kafka", 8, "shop", 1));

        take(capacity, "sql", 4);
        take(capacity, "kafka", 8);

        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1));
    }

    @Test
    void takenPlacesAreNotDealtOutAgainUntilReleased() {
        Capacity capacity = new Capacity(10, 8, List.of(SHOP, MAIL));
        Place last = take(capacity, "shop", 8);
        assertThat(places(capacity)).isEqualTo(Map.of("mail", 4));

        capacity.release(last, NOW);

        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1, "mail", 4));
    }

    @Test
    void receiversThatHangLeaveTheCommonPlacesToTheOthers() {
        List<EffectRule> hanging = IntStream.rangeClosed(1, 4)
                .mapToObj(n -> effect("h" + n, URI.create("https://h" + n + ".example/"), 20))
                .toList();
        Capacity capacity = new Capacity(8, 4, hanging);
        capacity.deal(NOW).rooms().forEach(room -> take(capacity, room.effect(), room.places()));
        capacity.configure(List.of(hanging.get(0), hanging.get(1), hanging.get(2), hanging.get(3), SHOP));
        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1));

        assertThat(places(capacity, HANGING)).isEqualTo(Map.of("shop", 4, "h1", 1, "h2", 1, "h3", 1, "h4", 1));
    }

    @Test
    void oneThatHangsHasOneMorePlaceAtATimeUntilAnAttemptEndsThere() {
        Capacity capacity = new Capacity(32, 8, List.of(SHOP));
        Place first = take(capacity, "shop", 3);
        assertThat(places(capacity, HANGING - 1)).isEqualTo(Map.of("shop", 5));
        assertThat(places(capacity, HANGING)).isEqualTo(Map.of("shop", 1));

        capacity.take("shop", HANGING);
        assertThat(capacity.deal(HANGING + 1).rooms()).isEmpty();
        assertThat(capacity.deal(HANGING).againIn()).isEqualTo(Destination.HANGS_AFTER);
        assertThat(places(capacity, 2 * HANGING)).isEqualTo(Map.of("shop", 1));

        capacity.release(first, 2 * HANGING);
        assertThat(places(capacity, 2 * HANGING + 1)).isEqualTo(Map.of("shop", 5));
    }

    @Test
    void oneThatKeepsFailingRestsUntilOneAttemptHasSaidThatItIsBack() {
        Capacity capacity = new Capacity(32, 8, List.of(SHOP, MAIL));
        for (int i = 0; i < Circuit.FAILURES; i++) {
            assertThat(places(capacity)).containsEntry("shop", 8);
            hear(capacity, Health.SICK, NOW);
        }
        assertThat(places(capacity)).isEqualTo(Map.of("mail", 8));
        assertThat(capacity.deal(NOW).againIn()).isEqualTo(Duration.ofSeconds(1));
        assertThat(capacity.take("shop", NOW)).as("claimed before it opened").isNull();

        long later = Duration.ofSeconds(1).toNanos();
        assertThat(places(capacity, later)).isEqualTo(Map.of("shop", 1, "mail", 8));
        Place probe = Objects.requireNonNull(capacity.take("shop", later));
        assertThat(places(capacity, later)).isEqualTo(Map.of("mail", 8));
        assertThat(capacity.take("shop", later)).isNull();
        capacity.release(probe, later);
        assertThat(places(capacity, later)).as("it was never sent").containsEntry("shop", 1);

        hear(capacity, Health.WELL, later);
        assertThat(places(capacity, later)).isEqualTo(Map.of("shop", 8, "mail", 8));
    }

    @Test
    void anEffectThatMovesHasThePlacesOfItsNewDestination() {
        Capacity capacity = new Capacity(32, 1, List.of(SHOP, MAIL));
        Place before = take(capacity, "shop", 1);

        capacity.configure(List.of(effect("shop", URI.create("https://new.example/"), 20), MAIL));
        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1, "mail", 1));
        capacity.release(before, NOW);

        capacity.configure(List.of(SHOP, MAIL));
        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1, "mail", 1));
        assertThat(capacity.idle()).isTrue();
    }

    @Test
    void aClaimOutlastsTheEffectsTimeout() {
        Capacity capacity = new Capacity(32, 8, List.of(SHOP));

        assertThat(capacity.deal(NOW).rooms().get(0).lease())
                .isGreaterThan(SHOP.target().timeout());
    }

    @Test
    void withoutEffectsThereIsNothingToClaim() {
        assertThat(new Capacity(32, 8, List.of()).deal(NOW).rooms()).isEmpty();
    }

    @Test
    void whoGotNoPlaceIsNamedAndIsFirstTheNextTime() {
        Capacity capacity = new Capacity(32, 1, List.of(SHOP, MAIL, SHOP_TOO));

        assertThat(capacity.deal(NOW).leftOut()).containsExactly("shop-too");

        assertThat(places(capacity)).isEqualTo(Map.of("shop-too", 1, "mail", 1));
    }

    @Test
    void whoseDestinationIsFullIsNotLeftOutByOthers() {
        Capacity capacity = new Capacity(32, 1, List.of(SHOP, MAIL, SHOP_TOO));
        take(capacity, "shop", 1);

        assertThat(capacity.deal(NOW).leftOut()).isEmpty();
    }

    @Test
    void whoHasItsOwnPlaceAndFindsNoCommonOneIsNotLeftOutEither() {
        Capacity capacity = new Capacity(0, 8, List.of(SHOP, MAIL));
        take(capacity, "shop", 1);

        assertThat(capacity.deal(NOW).leftOut()).isEmpty();
    }

    private static EffectRule with(String name, Target target) {
        return new EffectRule(name, SHOP.when(), target, false, 20, SHOP.backoff());
    }

    /** The last one. */
    private static Place take(Capacity capacity, String effect, int places) {
        return IntStream.range(0, places)
                .mapToObj(n -> Objects.requireNonNull(capacity.take(effect, NOW)))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    /** What an attempt says about the shop. */
    private static void hear(Capacity capacity, Health health, long now) {
        Place place = Objects.requireNonNull(capacity.take("shop", now));
        place.at().heard(place, health, null, now, 0);
        capacity.release(place, now);
    }

    private static Map<String, Integer> places(Capacity capacity) {
        return places(capacity, NOW);
    }

    private static Map<String, Integer> places(Capacity capacity, long now) {
        return capacity.deal(now).rooms().stream().collect(Collectors.toMap(Room::effect, Room::places));
    }
}

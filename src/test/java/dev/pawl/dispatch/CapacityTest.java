package dev.pawl.dispatch;

import static dev.pawl.dispatch.DispatchFixture.effect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.dispatch.Capacity.Destination;
import dev.pawl.dispatch.EffectRows.Room;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CapacityTest {

    private static final EffectRule SHOP = effect("shop", URI.create("https://shop.example/hooks"), 20);
    private static final EffectRule SHOP_TOO = effect("shop-too", URI.create("https://shop.example/others"), 20);
    private static final EffectRule MAIL = effect("mail", URI.create("https://mail.example/"), 20);

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
                .containsExactlyInAnyOrder(Map.of("shop", 1), Map.of("mail", 1));
    }

    @Test
    void takenPlacesAreNotDealtOutAgainUntilReleased() {
        Capacity capacity = new Capacity(10, 8, List.of(SHOP, MAIL));
        for (int i = 0; i < 7; i++) {
            capacity.take("shop");
        }
        Destination last = capacity.take("shop");
        assertThat(places(capacity)).isEqualTo(Map.of("mail", 2));

        capacity.release(last);

        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1, "mail", 2));
    }

    @Test
    void aDestinationThatKeepsFailingKeepsOnePlaceUntilItAnswersAgain() {
        Capacity capacity = new Capacity(32, 8, List.of(SHOP, MAIL));
        Destination shop = capacity.take("shop");
        capacity.release(shop);
        for (int i = 0; i < 4; i++) {
            shop.heard(false);
        }
        assertThat(places(capacity)).containsEntry("shop", 8);
        shop.heard(false);
        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1, "mail", 8));

        shop.heard(true);

        assertThat(places(capacity)).isEqualTo(Map.of("shop", 8, "mail", 8));
    }

    @Test
    void anEffectThatMovesHasThePlacesOfItsNewDestination() {
        Capacity capacity = new Capacity(32, 1, List.of(SHOP, MAIL));
        Destination before = capacity.take("shop");

        capacity.configure(List.of(effect("shop", URI.create("https://new.example/"), 20), MAIL));
        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1, "mail", 1));
        capacity.release(before);

        capacity.configure(List.of(SHOP, MAIL));
        assertThat(places(capacity)).isEqualTo(Map.of("shop", 1, "mail", 1));
        assertThat(capacity.idle()).isTrue();
    }

    @Test
    void aClaimOutlastsTheEffectsTimeout() {
        Capacity capacity = new Capacity(32, 8, List.of(SHOP));

        assertThat(capacity.deal().rooms().get(0).lease())
                .isGreaterThan(SHOP.target().timeout());
    }

    @Test
    void withoutEffectsThereIsNothingToClaim() {
        assertThat(new Capacity(32, 8, List.of()).deal().rooms()).isEmpty();
    }

    @Test
    void whoGotNoPlaceIsNamedAndIsFirstTheNextTime() {
        Capacity capacity = new Capacity(32, 1, List.of(SHOP, MAIL, SHOP_TOO));

        assertThat(capacity.deal().leftOut()).containsExactly("shop-too");

        assertThat(places(capacity)).isEqualTo(Map.of("shop-too", 1, "mail", 1));
    }

    @Test
    void whoseDestinationIsFullIsNotLeftOutByOthers() {
        Capacity capacity = new Capacity(32, 1, List.of(SHOP, MAIL, SHOP_TOO));
        capacity.take("shop");

        assertThat(capacity.deal().leftOut()).isEmpty();
    }

    private static Map<String, Integer> places(Capacity capacity) {
        return capacity.deal().rooms().stream().collect(Collectors.toMap(Room::effect, Room::places));
    }
}

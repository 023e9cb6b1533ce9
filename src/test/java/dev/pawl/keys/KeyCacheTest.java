package dev.pawl.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.KeyFormat;
import dev.pawl.core.verify.KeyRequest;
import dev.pawl.core.verify.KeySet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyCacheTest {

    private static final Duration CACHE = Duration.ofHours(1);
    private static final KeySet KEYS = keys(ProviderKey.called("k1"));
    private static final KeySet NEW_KEYS = keys(ProviderKey.called("k2"));
    private final NoAnswer away = NoAnswer.unreachable("away");
    private final NoAnswer no = NoAnswer.refused("no");

    private final KeyCache cache = new KeyCache();

    static KeyRequest request(String url, @Nullable String id, Duration cache) {
        Pointer each = new Pointer(false, List.of("public_keys"));
        Pointer named = new Pointer(false, List.of("key_identifier"));
        Pointer key = new Pointer(false, List.of("key"));
        return new KeyRequest(
                "GET",
                url,
                Map.of(),
                null,
                id,
                KeyFormat.PEM,
                new KeyRequest.Listed(each, named, key),
                List.of(),
                cache);
    }

    private static KeySet keys(ProviderKey... keys) {
        return request("", null, CACHE)
                .keysIn(ProviderKey.list(keys).getBytes(StandardCharsets.UTF_8))
                .fold(set -> set, problem -> {
                    throw new AssertionError(problem);
                });
    }

    private static KeyRequest key(String id) {
        return request("https://api.keys.test/", id, CACHE);
    }

    private static long at(Duration time) {
        // Such a clock may pass its own end.
        return Long.MAX_VALUE - Duration.ofMinutes(10).toNanos() + time.toNanos();
    }

    private static long at(int seconds) {
        return at(Duration.ofSeconds(seconds));
    }

    private String look(String id, long now) {
        KeyAnswer answer = cache.look(key(id), now);
        return answer == null
                ? "ask"
                : answer.fold(keys -> keys == KEYS ? "keys" : keys == NEW_KEYS ? "new keys" : "others", why -> why);
    }

    @Test
    void whatIsNotKnownIsAsked() {
        assertThat(look("k1", at(0))).isEqualTo("ask");
        assertThat(cache.knows(key("k1"))).isFalse();
    }

    @Test
    void anAnswerCountsForItsTime() {
        cache.keep(key("k1"), KEYS, at(0));

        assertThat(look("k1", at(0))).isEqualTo("keys");
        assertThat(look("k1", at(CACHE.minusNanos(1)))).isEqualTo("keys");
        assertThat(look("k1", at(CACHE))).isEqualTo("ask");
        assertThat(cache.knows(key("k2"))).isTrue();
    }

    @Test
    void aKeyNobodyKnowsIsAskedForAgainButNotAtOnce() {
        cache.keep(key("k1"), KEYS, at(0));

        assertThat(look("k2", at(29))).isEqualTo("keys");
        assertThat(look("k2", at(30))).isEqualTo("ask");
        cache.keep(key("k2"), KEYS, at(31));
        assertThat(look("k3", at(60))).isEqualTo("keys");
        assertThat(look("k3", at(61))).isEqualTo("ask");
    }

    @Test
    void anAnswerKeptShorterThanThatIsAskedForAgainWhenItsTimeIsOver() {
        KeyRequest brief = request("https://api.keys.test/", "k1", Duration.ofSeconds(10));
        cache.keep(brief, KEYS, at(0));

        assertThat(cache.look(brief, at(9))).isNotNull();
        assertThat(cache.look(brief, at(10))).isNull();
    }

    @Test
    void somebodyAwayIsTriedAgainSoon() {
        cache.failed(key("k1"), away, at(0));

        assertThat(look("k1", at(4))).isEqualTo("away");
        assertThat(look("other", at(4))).isEqualTo("away");
        assertThat(look("k1", at(5))).isEqualTo("ask");
    }

    @Test
    void aNoIsNotQuestionedForAWhile() {
        cache.failed(key("k1"), no, at(0));

        assertThat(look("k1", at(29))).isEqualTo("no");
        assertThat(look("k1", at(30))).isEqualTo("ask");
    }

    @Test
    void strangersDoNotMakeItAskOftenWhileTheProviderIsAway() {
        cache.keep(key("k1"), KEYS, at(0));
        cache.failed(key("stranger"), away, at(60));

        assertThat(look("stranger", at(89))).isEqualTo("away");
        assertThat(look("k1", at(89))).isEqualTo("keys");
        assertThat(look("stranger", at(90))).isEqualTo("ask");
    }

    @Test
    void theLastAnswerCountsOnWhileTheProviderIsAway() {
        cache.keep(key("k1"), KEYS, at(0));
        long late = at(CACHE.plusMinutes(1));
        cache.failed(key("k1"), away, late);

        assertThat(look("k1", late)).isEqualTo("keys");
        assertThat(look("k2", late)).isEqualTo("away");
        assertThat(look("k1", at(CACHE.plusMinutes(1).plusSeconds(5)))).isEqualTo("ask");

        long last = at(CACHE.multipliedBy(2).minusNanos(1));
        cache.failed(key("k1"), away, last);
        assertThat(look("k1", last)).isEqualTo("keys");
        assertThat(look("k1", last + 1)).isEqualTo("away");
    }

    @Test
    void anAnswerThatWasTakenBackDoesNot() {
        cache.keep(key("k1"), KEYS, at(0));
        long late = at(CACHE.plusMinutes(1));
        cache.failed(key("k1"), no, late);

        assertThat(look("k1", late)).isEqualTo("no");
    }

    @Test
    void aNewAnswerTakesThePlaceOfAllBefore() {
        cache.keep(key("k1"), KEYS, at(0));
        cache.failed(key("k2"), away, at(60));
        cache.keep(key("k2"), NEW_KEYS, at(61));

        assertThat(look("k2", at(61))).isEqualTo("new keys");
        assertThat(look("k1", at(61))).isEqualTo("new keys");
        assertThat(look("k1", at(91))).isEqualTo("ask");
    }

    @Test
    void onlySoManyAreKeptAndThoseInUseAre() {
        cache.keep(key("k1"), KEYS, at(0));
        for (int i = 0; i < 10 * KeyCache.MOST; i++) {
            cache.keep(request("https://api.keys.test/" + i, null, CACHE), NEW_KEYS, at(0));
            assertThat(look("k1", at(0))).isEqualTo("keys");
        }
        assertThat(cache.knows(request("https://api.keys.test/0", null, CACHE))).isFalse();
    }

    @Test
    void whatStrangersMakeUpPushesOutNoKey() {
        cache.keep(key("k1"), KEYS, at(0));
        for (int i = 0; i < 5_000; i++) {
            cache.failed(request("https://api.keys.test/" + i, null, CACHE), no, at(0));
        }
        assertThat(look("k1", at(0))).isEqualTo("keys");
    }
}

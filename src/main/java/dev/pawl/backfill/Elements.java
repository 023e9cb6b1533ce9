package dev.pawl.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.ledger.Ledger;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The elements of one page, each for itself: what fails keeps no other from being taken in. One that has failed in three runs
 * and fails again while others are taken in is passed over, so that the page does not stay where it is for ever. While none
 * is, the failure may be everybody's: then it takes an hour's runs. What says that nobody is answered never counts, nor do a
 * ledger that takes nothing now and a connection that cannot be made: they say nothing about the element.
 */
final class Elements {

    private static final int RUNS = 3;
    private static final int RUNS_ALONE = 60;
    private static final int DIGITS = 32;

    private final Map<String, Integer> before;
    private final Function<JsonNode, Uni<Tally>> take;
    private final Map<String, Failed> failed = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable NoList> end = new AtomicReference<>();

    /**
     * An element and why it could not be taken in.
     *
     * @param place in its page, from 1 on
     */
    record Failed(JsonNode element, int place, Throwable failure) {

        private boolean isItsOwn() {
            return !(failure instanceof Ledger.Unavailable || (failure instanceof NoList no && no.isAboutTheWay()));
        }
    }

    /**
     * What came of them.
     *
     * @param sick those that failed, by digest, with the number of runs in which they did
     * @param failure why the page is not done; null: it is
     * @param passedOver one that was passed over; null: none was
     */
    record Taken(
            Tally tally,
            Map<String, Integer> sick,
            @Nullable Throwable failure,
            @Nullable Failed passedOver) {

        Taken {
            sick = Map.copyOf(sick);
        }
    }

    /** @param before what failed in the runs before, as {@link Taken#sick} */
    Elements(Map<String, Integer> before, Function<JsonNode, Uni<Tally>> take) {
        this.before = before;
        this.take = take;
    }

    /** Never fails. */
    Uni<Taken> take(List<JsonNode> elements, int atOnce) {
        return Multi.createFrom()
                .range(0, elements.size())
                .onItem()
                .transformToUni(n -> taken(elements.get(n), n + 1))
                .merge(atOnce)
                .collect()
                .in(() -> new Tally[] {Tally.NONE}, (sum, one) -> sum[0] = sum[0].plus(one))
                .map(sum -> judged(sum[0], failed.size() < elements.size()));
    }

    private Uni<Tally> taken(JsonNode element, int place) {
        return Uni.createFrom()
                .deferred(() -> {
                    NoList all = end.get();
                    return all == null ? take.apply(element) : Uni.createFrom().<Tally>failure(all);
                })
                .onFailure()
                .recoverWithItem(failure -> {
                    if (failure instanceof NoList no && no.isAboutAll()) {
                        end.compareAndSet(null, no);
                    }
                    failed.put(digest(element), new Failed(element, place, failure));
                    return Tally.NONE;
                });
    }

    /** @param others whether others on the page were taken in */
    private Taken judged(Tally tally, boolean others) {
        Map<String, Integer> sick = new HashMap<>();
        Throwable stays = null;
        Failed passedOver = null;
        int over = 0;
        NoList all = end.get();
        int enough = others ? RUNS : RUNS_ALONE;
        for (Map.Entry<String, Failed> one : failed.entrySet()) {
            int runs = before.getOrDefault(one.getKey(), 0);
            boolean counts = all == null && one.getValue().isItsOwn();
            if (counts && runs >= enough) {
                passedOver = one.getValue();
                over++;
            } else {
                stays = all == null ? one.getValue().failure() : all;
            }
            sick.put(one.getKey(), counts ? runs + 1 : runs);
        }
        return stays == null
                ? new Taken(tally.plus(Tally.passedOver(over)), Map.of(), null, passedOver)
                : new Taken(tally, sick, stays, null);
    }

    private static String digest(JsonNode element) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(element.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

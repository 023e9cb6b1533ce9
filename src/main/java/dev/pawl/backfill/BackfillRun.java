package dev.pawl.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.pawl.backfill.BackfillRows.Claim;
import dev.pawl.config.Backfill;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.json.JsonBody;
import dev.pawl.core.lookup.BackfillRecipe.Item;
import dev.pawl.core.lookup.StatusRecipe.Request;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.jobs.JobFailure;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.Origin;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One run: page after page of one source's list, under one claim. Where it stops, the next run goes on. */
final class BackfillRun {

    /** Shorter than the lease, which begins anew with every page. */
    private static final Duration PAGE_LIMIT = Duration.ofMinutes(4);

    private static final int MOST_PAGES = 100;
    private static final int ITEMS_AT_ONCE = 4;
    private static final int EVENTS_AT_ONCE = 64;
    private static final int LONGEST_ID = 64;

    private final Source source;
    private final Backfill backfill;
    private final Claim claim;
    private final ListClient client;
    private final Ledger ledger;
    private final BackfillRows rows;
    private final InstantSource clock;
    private final BooleanSupplier stopped;

    /**
     * How far it came.
     *
     * @param complete whether the end of the list was reached
     * @param trouble what was passed over, in words without secrets; null: nothing was
     */
    record Progress(
            int pages,
            Tally tally,
            boolean complete,
            @Nullable String trouble) {

        private Progress plus(Elements.Taken taken, boolean last, Item item) {
            Tally sum = tally.plus(taken.tally());
            Elements.Failed over = taken.passedOver();
            String words = over == null
                    ? trouble
                    : "passed over after failing in run after run: " + sum.passedOver() + ", the last "
                            + name(item, over, pages + 1) + " with " + why(over.failure());
            return new Progress(pages + 1, sum, last, words);
        }
    }

    /** @param stopped whether no further page shall be begun */
    BackfillRun(
            Source source,
            Claim claim,
            ListClient client,
            Ledger ledger,
            BackfillRows rows,
            InstantSource clock,
            BooleanSupplier stopped) {
        this.source = source;
        this.backfill = Objects.requireNonNull(source.backfill());
        this.claim = claim;
        this.client = client;
        this.ledger = ledger;
        this.rows = rows;
        this.clock = clock;
        this.stopped = stopped;
    }

    /** Fails with {@link NoList}, {@link JobFailure} or what the ledger fails with; what was saved stays. */
    Uni<Progress> start() {
        return from(claim.cursor(), claim.sick(), new Progress(0, Tally.NONE, false, null));
    }

    private Uni<Progress> from(@Nullable String cursor, Map<String, Integer> sick, Progress before) {
        if (before.pages() >= MOST_PAGES || stopped.getAsBoolean()) {
            return Uni.createFrom().item(before);
        }
        return Uni.createFrom()
                .deferred(() -> client.ask(source.name(), ListQuestion.page(backfill, claim.since(), cursor)))
                .map(answer -> ListPage.read(backfill.recipe(), answer, claim.since(), cursor))
                .flatMap(page -> taken(page.elements(), sick)
                        .flatMap(taken -> taken.failure() == null
                                ? saved(page.next(), plus(before, taken, page.next() == null), Map.of())
                                : saved(cursor, plus(before, taken, false), taken.sick())
                                        .flatMap(saved -> Uni.createFrom().failure(taken.failure()))))
                .ifNoItem()
                .after(PAGE_LIMIT)
                .failWith(() -> new JobFailure("a page took longer than " + PAGE_LIMIT.toMinutes() + " minutes"))
                .flatMap(saved -> saved.progress().complete()
                        ? Uni.createFrom().item(saved.progress())
                        : from(saved.cursor(), Map.of(), saved.progress()));
    }

    private Progress plus(Progress before, Elements.Taken taken, boolean last) {
        return before.plus(taken, last, backfill.recipe().item());
    }

    private record Saved(@Nullable String cursor, Progress progress) {}

    private Uni<Saved> saved(@Nullable String cursor, Progress progress, Map<String, Integer> sick) {
        return rows.save(claim, cursor, progress.pages(), progress.tally(), sick)
                .map(held -> {
                    if (!held) {
                        throw new JobFailure("another replica has taken over");
                    }
                    return new Saved(cursor, progress);
                });
    }

    private Uni<Elements.Taken> taken(List<JsonNode> elements, Map<String, Integer> sick) {
        boolean asking = backfill.recipe().item().request() != null;
        return new Elements(sick, element -> whole(element).flatMap(whole -> recorded(whole, origin(element))))
                .take(elements, asking ? ITEMS_AT_ONCE : EVENTS_AT_ONCE);
    }

    /** By its id; where the list gives none, by its place. */
    static String name(Item item, Elements.Failed failed, int page) {
        JsonNode element = failed.element();
        String id = item.id() == null ? "" : item.id().in(element, element).asText();
        String letters = id.replaceAll("[^!-~]", "?");
        return letters.isEmpty()
                ? "element " + failed.place() + " of the run's page " + page
                : letters.substring(0, Math.min(LONGEST_ID, letters.length()));
    }

    /** A failure in words without secrets. */
    static String why(Throwable failure) {
        return failure instanceof JobFailure || failure instanceof NoList || failure instanceof Ledger.Unavailable
                ? String.valueOf(failure.getMessage())
                : failure.getClass().getSimpleName();
    }

    /** The element, or what the provider tells about it; null where it is no longer told. */
    private Uni<@Nullable JsonNode> whole(JsonNode element) {
        Item item = backfill.recipe().item();
        Request request = item.request();
        if (request == null || item.id() == null) {
            return Uni.createFrom().item(element);
        }
        String key = item.id().in(element, element).asText();
        return Uni.createFrom()
                .deferred(() -> client.ask(source.name(), ListQuestion.item(backfill, request, key)))
                .map(answer -> JsonBody.parse(answer.body).<@Nullable JsonNode>fold(tree -> tree, problem -> null))
                .onFailure(failure -> failure instanceof NoList no && no.kind() == NoList.Kind.SENSELESS)
                .recoverWithNull();
    }

    /** An event that tells no time of its own is as old as the list says. */
    private Origin origin(JsonNode element) {
        Instant listed = ListPage.time(backfill.recipe(), element);
        Origin origin = Origin.listed(claim.firstStartedAt());
        return listed != null && listed.isBefore(claim.firstStartedAt()) ? origin.withEffectsOff() : origin;
    }

    private Uni<Tally> recorded(@Nullable JsonNode element, Origin origin) {
        InboundRequest request = element == null ? null : request(element);
        if (request == null || request.body().length > source.limit()) {
            return Uni.createFrom().item(Tally.UNREADABLE);
        }
        Interpretation said = source.interpreter().interpret(VerifiedRequest.vouchedFor(request));
        return ledger.recordHistory(source, request, origin, null, clock.instant(), said)
                .map(recorded -> Tally.of(recorded.verdicts()));
    }

    /** What would have been delivered; null where the element does not have it. */
    private @Nullable InboundRequest request(JsonNode element) {
        Item item = backfill.recipe().item();
        JsonNode body = item.body().in(element, element);
        if (body.isMissingNode() || body.isNull()) {
            return null;
        }
        if (item.wrap() != null) {
            JsonNode list = JsonNodeFactory.instance.arrayNode().add(body);
            body = JsonNodeFactory.instance.objectNode().set(item.wrap(), list);
        }
        String text = body.isTextual() ? body.textValue() : body.toString();
        Map<String, List<String>> headers = new HashMap<>();
        headers.put("content-type", List.of("application/json"));
        if (item.headers() != null) {
            item.headers().in(element, element).properties().forEach(header -> {
                if (header.getValue().isTextual()) {
                    headers.put(
                            header.getKey().toLowerCase(Locale.ROOT),
                            List.of(header.getValue().textValue()));
                }
            });
        }
        return new InboundRequest("POST", "/webhooks/" + source.name(), headers, text.getBytes(StandardCharsets.UTF_8));
    }
}

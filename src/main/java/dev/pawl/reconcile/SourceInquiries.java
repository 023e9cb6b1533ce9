package dev.pawl.reconcile;

import dev.pawl.config.Asking;
import dev.pawl.config.Asking.Limits;
import dev.pawl.config.Catalog;
import dev.pawl.config.Source;
import dev.pawl.core.lookup.Answer.NotNow;
import dev.pawl.core.lookup.Answer.Unreadable;
import dev.pawl.core.lookup.Question;
import dev.pawl.core.lookup.StatusRecipe;
import dev.pawl.core.lookup.Subject;
import dev.pawl.core.machine.Machine;
import dev.pawl.ledger.Ledger.Lookup;
import dev.pawl.reconcile.Claims.Claimed;
import dev.pawl.reconcile.StatusClient.Reply;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The questions of one source, on its own: claim as many as there are places, ask, write down, claim again. When nothing is
 * due it rests until somebody calls {@link #look}; when only the rate or a pause is in the way, it wakes itself.
 *
 * <p>Confined to the job's event loop.
 */
final class SourceInquiries {

    private static final Logger LOG = Logger.getLogger(SourceInquiries.class);
    private static final Duration CLAIM_LIMIT = Duration.ofSeconds(5);
    private static final Duration LEDGER_LIMIT = Duration.ofSeconds(10);
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);
    private static final Duration UNKNOWN_MACHINE = Duration.ofHours(1);

    private final String name;
    private final ReconcileTools tools;
    private boolean claiming;
    private boolean lookAgain;
    private int underWay;
    private long restUntil = System.nanoTime();
    private long timer = -1;

    SourceInquiries(String name, ReconcileTools tools) {
        this.name = name;
        this.tools = tools;
    }

    boolean idle() {
        return underWay == 0;
    }

    /** Claims what is due now, as far as there is room. Ends when that is claimed, not when it is answered. */
    Uni<Void> look() {
        Catalog catalog = tools.configuration().current();
        Source source = catalog.source(name);
        Asking asking = source == null ? null : source.asking();
        if (source == null || asking == null || tools.stopped() || System.nanoTime() - restUntil < 0) {
            return Uni.createFrom().voidItem();
        }
        int places = asking.limits().concurrency() - underWay;
        if (claiming || places <= 0) {
            lookAgain = claiming;
            return Uni.createFrom().voidItem();
        }
        claiming = true;
        lookAgain = false;
        return tools.query(tools.sql().claim, Claims.parameters(source, asking.limits(), places))
                .ifNoItem()
                .after(CLAIM_LIMIT)
                .fail()
                .emitOn(tools.executor())
                .onTermination()
                .invoke(() -> claiming = false)
                .map(rows -> Claims.of(rows, asking.limits()))
                .flatMap(claims -> claimed(catalog, source, asking, claims));
    }

    private Uni<Void> claimed(Catalog catalog, Source source, Asking asking, Claims claims) {
        claims.questions().forEach(claimed -> ask(catalog, source, asking, claimed));
        if (!claims.bucket()) {
            return tools.query(tools.sql().makeBucket, Tuple.of(source.firstName()))
                    .emitOn(tools.executor())
                    .flatMap(made -> look());
        }
        Duration pause = claims.pause();
        if (pause != null) {
            wakeIn(pause);
        }
        return lookAgain ? look() : Uni.createFrom().voidItem();
    }

    private void ask(Catalog catalog, Source source, Asking asking, Claimed claimed) {
        underWay++;
        long began = System.nanoTime();
        reply(catalog, source, asking, claimed)
                .emitOn(tools.executor())
                .flatMap(reply -> learned(source, claimed, reply, Duration.ofNanos(System.nanoTime() - began)))
                .emitOn(tools.executor())
                .subscribe()
                .with(written -> ended(), this::lost);
    }

    private Uni<Reply> reply(Catalog catalog, Source source, Asking asking, Claimed claimed) {
        StatusRecipe recipe = source.status().get(claimed.type());
        Machine machine = catalog.machine(claimed.machine());
        if (recipe == null || machine == null) {
            return Uni.createFrom()
                    .item(Reply.unasked(
                            new NotNow("the configuration does not know its machine", UNKNOWN_MACHINE, false)));
        }
        Subject subject =
                new Subject(claimed.key(), claimed.account(), claimed.fields(), asking.token(), asking.config());
        Limits limits = asking.limits();
        return Question.about(recipe.request(), subject)
                .fold(
                        question -> tools.client().ask(name, limits, question, recipe, machine),
                        problem -> Uni.createFrom().item(Reply.of(new Unreadable("not asked: " + problem))));
    }

    /** A pause holds for all replicas, so that it is written before anything else. */
    private Uni<Boolean> learned(Source source, Claimed claimed, Reply reply, Duration took) {
        tools.metrics().ended(name, reply.answer(), reply.asked());
        Duration pause = reply.pause();
        if (pause != null) {
            restUntil = System.nanoTime() + pause.toNanos();
            wakeIn(pause);
        }
        Lookup lookup = new Lookup(
                claimed.operation(), name, claimed.claim(), claimed.authority(), reply.answer(), reply.asked(), took);
        return paused(source, reply.rest())
                .flatMap(done -> tools.ledger().lookedUp(lookup))
                .ifNoItem()
                .after(LEDGER_LIMIT)
                .fail();
    }

    private Uni<Void> paused(Source source, @Nullable Duration rest) {
        return rest == null
                ? Uni.createFrom().voidItem()
                : tools.query(tools.sql().pause, Tuple.of(source.firstName(), rest.toMillis()))
                        .replaceWithVoid();
    }

    private void ended() {
        underWay--;
        look().subscribe().with(done -> {}, this::failed);
    }

    /** The lease ends by itself, and then it is asked again: no attempt is used up. */
    private void lost(Throwable failure) {
        LOG.warnf(
                "An answer could not be stored, the question is asked again: source=%s reason=%s",
                name, failure.getClass().getSimpleName());
        underWay--;
    }

    private void failed(Throwable failure) {
        LOG.warnf(
                "Questions could not be claimed and are by schedule: source=%s reason=%s",
                name, failure.getClass().getSimpleName());
    }

    private void wakeIn(Duration wait) {
        Duration rest = wait.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : wait;
        tools.vertx().cancelTimer(timer);
        timer = tools.vertx()
                .setTimer(
                        Math.max(1, rest.toMillis()),
                        id -> tools.executor().execute(() -> look().subscribe().with(done -> {}, this::failed)));
    }
}

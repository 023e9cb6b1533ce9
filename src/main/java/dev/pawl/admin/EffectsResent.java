package dev.pawl.admin;

import dev.pawl.admin.ResendReads.Group;
import dev.pawl.admin.ResendReads.Off;
import dev.pawl.admin.ResendReads.Place;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Ledger.Resend;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Causes what transitions would have caused, had effects not been off. In parts, each one commit; the effects become due at
 * the wanted rate, after what waits already, so that one request after the other keeps it, too. One request does a bounded
 * number and says where the next begins; beginning early is harmless.
 */
@Singleton
final class EffectsResent {

    static final Set<String> FIELDS = Set.of("source", "from", "to", "rate", "reason");
    private static final int RATE = 100;
    private static final int HIGHEST_RATE = 10_000;
    private static final int PART = 100;
    private static final int MOST = 10_000;
    private static final double FURTHEST = 1e9;

    private final ResendReads reads;
    private final Ledger ledger;
    private final Configuration configuration;
    private final InstantSource clock;

    EffectsResent(ResendReads reads, Ledger ledger, Configuration configuration, InstantSource clock) {
        this.reads = reads;
        this.ledger = ledger;
        this.configuration = configuration;
        this.clock = clock;
    }

    /**
     * Which transitions, by when they were written.
     *
     * @param to exclusive
     * @param rate effects per second
     */
    record Wanted(String source, Instant from, Instant to, int rate) {}

    /**
     * What would be made.
     *
     * @param effects at most so many, by name: one that runs once may have run
     */
    @RegisterForReflection
    record Preview(long transitions, Map<String, Long> effects) {}

    /**
     * What was made.
     *
     * @param transitions looked at
     * @param next the {@code from} of the request that goes on; null: complete
     */
    @RegisterForReflection
    record Done(int transitions, int effects, @Nullable Instant next) {}

    static Wanted wanted(JsonFields fields) {
        String source = fields.requiredText("source");
        Instant from = fields.requiredInstant("from");
        Instant to = fields.requiredInstant("to");
        Integer rate = fields.integer("rate");
        if (!from.isBefore(to)) {
            throw JsonFields.invalid("from must be before to");
        }
        if (rate != null && (rate < 1 || rate > HIGHEST_RATE)) {
            throw JsonFields.invalid("rate must be from 1 to " + HIGHEST_RATE + " effects per second");
        }
        return new Wanted(source, from, to, rate == null ? RATE : rate);
    }

    Uni<Preview> preview(Wanted wanted) {
        check(wanted);
        return reads.groups(wanted)
                .flatMap(groups -> reads.existing(wanted).map(existing -> preview(groups, existing)));
    }

    private Preview preview(List<Group> groups, Map<String, Long> existing) {
        Map<String, Long> effects = new TreeMap<>();
        long transitions = 0;
        for (Group group : groups) {
            transitions += group.transitions();
            for (EffectRule rule : configuration.current().effects()) {
                if (rule.when().matches(group.occasion(configuration.current()))) {
                    effects.merge(rule.name(), group.transitions(), Long::sum);
                }
            }
        }
        effects.replaceAll((name, count) -> Math.max(0, count - existing.getOrDefault(name, 0L)));
        return new Preview(transitions, effects);
    }

    Uni<Done> run(Wanted wanted, Operator operator) {
        check(wanted);
        return reads.latestDue(wanted).flatMap(latest -> {
            Pace pace = new Pace(
                    wanted,
                    latest.map(due -> waiting(Duration.between(clock.instant(), due), wanted.rate()))
                            .orElse(0));
            return part(pace, Optional.of(operator), Place.before(wanted.from()), new Done(0, 0, null));
        });
    }

    /** @param waiting how many effects are to go before, at that rate */
    private record Pace(Wanted wanted, int waiting) {}

    /**
     * How many effects of that rate there is time for until the last one that waits is due, with that one.
     *
     * @param ahead negative: it is due
     * @param rate per second
     */
    static int waiting(Duration ahead, int rate) {
        double places = Math.floor(ahead.toMillis() / 1000.0 * rate) + 1;
        return ahead.isNegative() ? 0 : (int) Math.min(places, FURTHEST);
    }

    private Uni<Done> part(Pace pace, Optional<Operator> operator, Place after, Done before) {
        Wanted wanted = pace.wanted();
        return reads.page(wanted, after, PART).flatMap(page -> {
            if (page.isEmpty()) {
                return Uni.createFrom().item(before);
            }
            Resend resend = new Resend(
                    wanted.source(),
                    page.stream().map(Off::transition).toList(),
                    pace.waiting() + before.effects(),
                    wanted.rate(),
                    operator);
            Place last = page.get(page.size() - 1).place();
            return PeoplesRequests.backHere(ledger.resend(resend)).flatMap(made -> {
                boolean enough = before.transitions() + page.size() >= MOST;
                Done done = new Done(
                        before.transitions() + page.size(), before.effects() + made, enough ? last.at() : null);
                return enough || page.size() < PART
                        ? Uni.createFrom().item(done)
                        : part(pace, Optional.empty(), last, done);
            });
        });
    }

    private void check(Wanted wanted) {
        Source source = configuration.current().source(wanted.source());
        if (source == null) {
            throw JsonFields.invalid("source is not configured");
        }
        if (source.observe()) {
            throw new ProblemException(Problem.conflict(
                    "source-observes", "Effects are off", "the source has observe: true; take it away first"));
        }
    }
}

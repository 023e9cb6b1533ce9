package dev.pawl.admin;

import dev.pawl.admin.StatusReads.Count;
import dev.pawl.admin.StatusReads.Snapshot;
import dev.pawl.config.Catalog;
import dev.pawl.config.Source;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Verdict;
import dev.pawl.core.verify.Verification;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How Pawl is doing. Words of closed lists are always all there, so that whoever watches a number never meets a missing one.
 *
 * @param attention operations with anything open
 * @param attentionBy open reasons, by reason
 * @param oldestProcessingSeconds age of the oldest operation that is processing; null: none is
 */
@RegisterForReflection
record StatusView(
        Map<String, Long> operations,
        long attention,
        Map<String, Long> attentionBy,
        @Nullable Long oldestProcessingSeconds,
        Map<String, SourceStatus> sources,
        EffectStatus effects,
        Map<String, JobStatus> jobs,
        Configuration configuration,
        String version) {

    private static final List<String> STATUSES =
            Arrays.stream(Status.values()).map(Status::word).toList();
    private static final List<String> VERDICTS =
            Arrays.stream(Verdict.values()).map(Verdict::word).toList();
    /** Overdue events are counted one by one: not all have an operation that could carry the reason. */
    private static final List<String> REASONS = Stream.concat(
                    Arrays.stream(Attention.Reason.values()).map(Attention.Reason::word), Stream.of("parked-events"))
            .toList();

    private static final List<String> CAUSES = Arrays.stream(Verification.Reason.values())
            .map(Verification.Reason::word)
            .toList();

    /** Effects of all sources. */
    @RegisterForReflection
    record EffectStatus(long pending, long dead, @Nullable Long oldestPendingSeconds) {}

    /** The latest run of a job, on any replica. {@code detail}: counts and ages the job tells of itself. */
    @RegisterForReflection
    record JobStatus(
            Instant lastRunAt,
            @Nullable Instant lastSuccessAt,
            @Nullable String lastError,
            Map<String, Long> detail) {}

    /** The configuration in force. {@code error}: why a newer one is not; null: there is none. */
    @RegisterForReflection
    record Configuration(String hash, @Nullable String error) {}

    /** One source. {@code hint}: what to look at when it does not work; null: nothing strikes. {@code circuit}: whether the
     * provider is asked by this replica; null: never. */
    @RegisterForReflection
    record SourceStatus(
            long received,
            Map<String, Long> verdicts,
            @Nullable Instant lastReceivedAt,
            Map<String, Long> operations,
            long attention,
            @Nullable Long oldestProcessingSeconds,
            Map<String, Long> refused,
            @Nullable Instant lastRefusedAt,
            @Nullable String hint,
            @Nullable String circuit) {}

    /**
     * @param waiting which sources have no secret yet
     * @param circuits the circuit's state by the source's name
     */
    static StatusView of(
            dev.pawl.config.Configuration configuration,
            Predicate<Source> waiting,
            UnaryOperator<String> circuits,
            String version,
            Snapshot snapshot) {
        Catalog catalog = configuration.current();
        Tally all = new Tally(snapshot.counts());
        TreeSet<String> names = new TreeSet<>(catalog.sources().keySet());
        snapshot.counts().forEach(count -> names.add(count.source()));
        Map<String, SourceStatus> sources = new TreeMap<>();
        names.forEach(name -> {
            Source source = catalog.source(name);
            boolean asked = source != null && source.asking() != null;
            String circuit = asked ? circuits.apply(name) : null;
            sources.put(name, ofSource(name, source, source != null && waiting.test(source), circuit, snapshot));
        });
        return new StatusView(
                all.byName("status", STATUSES),
                all.sum("attention"),
                all.byName("attention-by", REASONS),
                age(oldest(snapshot.oldestProcessing().values()), snapshot.now()),
                sources,
                new EffectStatus(
                        all.byName("effect", List.of("pending")).getOrDefault("pending", 0L),
                        all.byName("effect", List.of("dead")).getOrDefault("dead", 0L),
                        age(snapshot.oldestPending(), snapshot.now())),
                jobs(snapshot),
                new Configuration(catalog.hash(), configuration.error()),
                version);
    }

    private static Map<String, JobStatus> jobs(Snapshot snapshot) {
        Map<String, JobStatus> jobs = new TreeMap<>();
        snapshot.jobs()
                .forEach(run -> jobs.put(
                        run.job(),
                        new JobStatus(
                                run.lastRunAt(),
                                run.lastSuccessAt(),
                                run.lastError(),
                                JsonText.numbers(run.detail()))));
        return jobs;
    }

    private static SourceStatus ofSource(
            String name, @Nullable Source source, boolean waiting, @Nullable String circuit, Snapshot snapshot) {
        Tally tally = new Tally(snapshot.counts().stream()
                .filter(count -> count.source().equals(name))
                .toList());
        return new SourceStatus(
                tally.sum("received"),
                tally.byName("verdict", VERDICTS),
                tally.last("received"),
                tally.byName("status", STATUSES),
                tally.sum("attention"),
                age(snapshot.oldestProcessing().get(name), snapshot.now()),
                tally.byName("refused", CAUSES),
                tally.last("refused"),
                SourceHint.of(name, source, waiting, tally),
                circuit);
    }

    private static @Nullable Instant oldest(Collection<Instant> instants) {
        return instants.stream().min(Instant::compareTo).orElse(null);
    }

    /** Never negative, whatever the clocks. */
    private static @Nullable Long age(@Nullable Instant since, Instant now) {
        return since == null ? null : Math.max(0, Duration.between(since, now).toSeconds());
    }

    /** Counts, added up. */
    record Tally(List<Count> counts) {

        long sum(String kind) {
            return of(kind, name -> true);
        }

        long of(String kind, Predicate<String> name) {
            return counts.stream()
                    .filter(count -> count.kind().equals(kind) && name.test(count.name()))
                    .mapToLong(Count::n)
                    .sum();
        }

        /** The expected words first, then whatever else was counted. */
        Map<String, Long> byName(String kind, List<String> words) {
            Map<String, Long> byName = new LinkedHashMap<>();
            words.forEach(word -> byName.put(word, 0L));
            counts.stream()
                    .filter(count -> count.kind().equals(kind))
                    .forEach(count -> byName.merge(count.name(), count.n(), Long::sum));
            return byName;
        }

        @Nullable
        Instant last(String kind) {
            return counts.stream()
                    .filter(count -> count.kind().equals(kind))
                    .map(Count::at)
                    .max(Instant::compareTo)
                    .orElse(null);
        }
    }
}

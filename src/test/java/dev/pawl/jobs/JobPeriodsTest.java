package dev.pawl.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.pawl.ledger.SchemaName;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every job that is scheduled is missed when it does not run, and none is missed that nobody wants. */
class JobPeriodsTest {

    /** They serve this process alone (what waits in it, the addresses of proxies): nobody has to know when they last ran. */
    private static final Set<String> NOT_WATCHED = Set.of("1s", "30s");

    private final Vertx vertx = Vertx.vertx();
    private final Pool pool = PgBuilder.pool().using(vertx).build();
    private final JobRuns runs =
            new JobRuns(pool, new SchemaName("nowhere"), () -> false, new SimpleMeterRegistry(), Duration.ofMinutes(1));

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private JobPeriods periods(String every) {
        JobPeriods periods = new JobPeriods(runs);
        periods.reconcile = every;
        periods.expire = every;
        periods.retain = every;
        periods.parked = every;
        periods.reread = every;
        periods.backfill = every;
        periods.dispatch = every;
        return periods;
    }

    private Map<String, String> healthAfter(Duration time) {
        Map<String, String> health = new TreeMap<>();
        runs.states().forEach((job, state) -> health.put(job, state.health(System.nanoTime() + time.toNanos())));
        return health;
    }

    @Test
    void aJobThatNeverRunsIsLateByItsOwnPeriod() {
        periods("20m").expect(new StartupEvent());

        assertThat(healthAfter(Duration.ofMinutes(15)))
                .containsEntry("reconcile", "ok")
                .containsEntry("backfill", "ok")
                .containsEntry("partitions", "ok");
        assertThat(healthAfter(Duration.ofHours(2)).entrySet())
                .filteredOn(job -> job.getValue().startsWith("late"))
                .extracting(Map.Entry::getKey)
                .contains("reconcile", "expire", "retain", "parked", "reread", "backfill", "secrets", "dispatch");
    }

    @Test
    void aJobThatIsOffIsNotMissed() {
        periods("off").expect(new StartupEvent());

        assertThat(runs.states()).containsOnlyKeys("secrets", "partitions");
    }

    /** A new schedule needs its place here, and one whose default changes needs the same default. */
    @Test
    void whatIsExpectedIsWhatIsScheduled() {
        Set<String> scheduled = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.pawl").stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.isAnnotatedWith(Scheduled.class))
                        .map(JobPeriodsTest::every)
                        .filter(every -> !NOT_WATCHED.contains(every))
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(expected()).isEqualTo(scheduled);
    }

    private static String every(JavaMethod method) {
        return method.getAnnotationOfType(Scheduled.class).every();
    }

    private static Set<String> expected() {
        Set<String> expected = Arrays.stream(JobPeriods.class.getDeclaredFields())
                .filter(field -> field.isAnnotationPresent(ConfigProperty.class))
                .map(JobPeriodsTest::expression)
                .collect(Collectors.toCollection(TreeSet::new));
        // Secrets, partitions, removed effects.
        expected.addAll(Set.of("10s", "1h", "1m"));
        return expected;
    }

    private static String expression(Field field) {
        ConfigProperty property = Objects.requireNonNull(field.getAnnotation(ConfigProperty.class));
        boolean has = !property.defaultValue().equals(ConfigProperty.UNCONFIGURED_VALUE);
        return "${" + property.name() + (has ? ":" + property.defaultValue() : "") + "}";
    }
}

package dev.pawl.retain;

import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The days there are partitions of, and what state they are in. */
final class Partitions {

    private final Map<LocalDate, Day> days = new TreeMap<>();
    private Instant now = Instant.EPOCH;

    /** What a partition is to its table. */
    enum Tie {
        /** There is none, or it goes as soon as somebody drops it. */
        LOOSE,
        ATTACHED,
        /** Being detached when somebody stopped. */
        GOING
    }

    /** Both partitions of a day. */
    record Day(LocalDate day, Tie deliveries, Tie events) {

        /** When the last of the day has the age. */
        boolean isOlder(Duration age, Instant now) {
            return !end().plus(age).isAfter(now);
        }

        /** For how long it has had the age. */
        Duration overdue(Duration age, Instant now) {
            return Duration.between(end().plus(age), now);
        }

        Instant end() {
            return day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        }

        boolean isLoose() {
            return deliveries == Tie.LOOSE && events == Tie.LOOSE;
        }

        boolean isGoing() {
            return deliveries == Tie.GOING || events == Tie.GOING;
        }

        boolean isWhole() {
            return deliveries == Tie.ATTACHED && events == Tie.ATTACHED;
        }

        private Day with(String base, Tie tie) {
            return base.equals("delivery") ? new Day(day, tie, events) : new Day(day, deliveries, tie);
        }
    }

    private Partitions() {}

    static Uni<Partitions> list(Statement sql) {
        return sql.run(PartitionSql.LIST, Tuple.of(sql.schemaName())).map(Partitions::of);
    }

    private static Partitions of(RowSet<Row> rows) {
        Partitions partitions = new Partitions();
        rows.forEach(partitions::add);
        return partitions;
    }

    private void add(Row row) {
        String name = row.getString(0);
        int at = name.indexOf('_');
        LocalDate day = LocalDate.parse(name.substring(at + 1), DateTimeFormatter.BASIC_ISO_DATE);
        Tie tie = !row.getBoolean(1) ? Tie.LOOSE : row.getBoolean(2) ? Tie.GOING : Tie.ATTACHED;
        Day known = days.getOrDefault(day, new Day(day, Tie.LOOSE, Tie.LOOSE));
        days.put(day, known.with(name.substring(0, at), tie));
        now = row.getOffsetDateTime(3).toInstant();
    }

    /** By the database's clock. */
    Instant now() {
        return now;
    }

    /** Oldest first. */
    List<Day> olderThan(Duration age) {
        return days.values().stream().filter(day -> day.isOlder(age, now)).toList();
    }

    /** Those on their way out first: a table has at most one partition that is being detached. */
    List<Day> leaving(Duration age) {
        List<Day> leaving = new ArrayList<>(olderThan(age));
        leaving.sort((one, other) -> Boolean.compare(other.isGoing(), one.isGoing()));
        return leaving;
    }
}

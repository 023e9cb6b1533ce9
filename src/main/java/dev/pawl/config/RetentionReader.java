package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Decider.AfterExpiry;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code retention}: the file's own, and what a source says of it in other words. */
final class RetentionReader {

    static final Set<String> KEYS = Set.of("bodies", "operations", "tombstones", "afterExpiry");
    static final String NEVER = "never";
    static final Map<String, AfterExpiry> AFTER_EXPIRY = Arrays.stream(AfterExpiry.values())
            .collect(Collectors.toUnmodifiableMap(word -> word.name().toLowerCase(Locale.ROOT), Function.identity()));

    /** Where neither the preset nor the source says how long its provider sends again, and a wrong guess is a second effect. */
    private static final Duration ASSUMED_WINDOW = Retention.USUAL.bodies();

    private static final String ASSUMED = "the time in which its provider may send again, as far as is known";
    private static final String TAKEN_FOR_NEW = "takes what is known for something new";
    private static final String ANY_WAY_OUT = "operations alone must be longer, or afterExpiry: checked";

    private final ConfigNode root;
    private final Given whole;

    /** What one place says; null where it does not say it. */
    private record Given(
            @Nullable Duration bodies,
            @Nullable Duration operations,
            boolean saysTombstones,
            @Nullable Duration tombstones,
            @Nullable AfterExpiry afterExpiry) {

        /** Whether it has a part in how long identities are remembered. */
        boolean saysMemory() {
            return operations != null || saysTombstones;
        }

        /** Whether it makes tombstones count for less than their operations. */
        boolean saysWhatEnds() {
            return afterExpiry != null && afterExpiry != AfterExpiry.CHECKED;
        }
    }

    RetentionReader(ConfigNode root) {
        this.root = root;
        this.whole = given(root);
    }

    /** Of what belongs to no configured source. */
    Retention usual() {
        return over(whole, Retention.USUAL);
    }

    /** @param machines those whose operations the source has */
    Retention of(ConfigNode source, String name, Provider provider, Collection<Machine> machines) {
        Given own = given(source);
        Duration window = provider.retryWindow();
        Duration bodies =
                window == null || window.compareTo(Retention.USUAL.bodies()) < 0 ? Retention.USUAL.bodies() : window;
        Retention usual = new Retention(
                bodies, Retention.USUAL.operations(), Retention.USUAL.tombstones(), Retention.USUAL.afterExpiry());
        Retention retention = over(own, over(whole, usual));
        ConfigNode guilty = own.saysMemory() || own.saysWhatEnds() ? source : root;
        longEnough(guilty, name, retention, window, "the time in which its provider sends again", true);
        if (window == null && retention.afterExpiry() == AfterExpiry.NEW) {
            whole(
                    guilty,
                    name,
                    retention,
                    ASSUMED_WINDOW,
                    ASSUMED,
                    TAKEN_FOR_NEW,
                    ANY_WAY_OUT + ", or retryWindow of the source");
        }
        for (Machine machine : machines) {
            for (Machine.State state : machine.states().values()) {
                longEnough(guilty, name, retention, state.expireAfter(), "expireAfter of state " + state.name(), false);
            }
        }
        return retention;
    }

    /** @param sentAgain whether facts come meanwhile that may be the first to say it */
    private static void longEnough(
            ConfigNode node,
            String source,
            Retention retention,
            @Nullable Duration needed,
            String why,
            boolean sentAgain) {
        if (needed == null) {
            return;
        }
        switch (retention.afterExpiry()) {
            // A tombstone decides as its operation did.
            case CHECKED -> remembered(node, source, retention, needed, why);
            // What repeats, or comes late, would be about a new operation, and cause its effects.
            case NEW -> whole(node, source, retention, needed, why, TAKEN_FOR_NEW, ANY_WAY_OUT);
            // What comes late would be refused unread, even what never came before.
            case BLOCKED -> {
                if (!sentAgain || !whole(node, source, retention, needed, why, "refuses every fact", ANY_WAY_OUT)) {
                    remembered(node, source, retention, needed, why);
                }
            }
        }
    }

    /** Whether that is a mistake, which is noted. */
    private static boolean whole(
            ConfigNode node,
            String source,
            Retention retention,
            Duration needed,
            String why,
            String then,
            String hint) {
        boolean tooShort = retention.operations().compareTo(needed) < 0;
        if (tooShort) {
            node.mistake(
                    "ends operations of source " + source + " after " + days(retention.operations()) + ", before " + why
                            + " (" + days(needed) + ") is over; afterExpiry then " + then,
                    hint);
        }
        return tooShort;
    }

    private static void remembered(ConfigNode node, String source, Retention retention, Duration needed, String why) {
        Duration memory = retention.memory();
        if (memory != null && memory.compareTo(needed) < 0) {
            node.mistake(
                    "makes source " + source + " forget identities after " + days(memory) + ", before " + why + " ("
                            + days(needed) + ") is over",
                    "operations and tombstones together must be longer; tombstones: never keeps identities for ever");
        }
    }

    private static String days(Duration duration) {
        return duration.toDaysPart() > 0 && duration.equals(Duration.ofDays(duration.toDays()))
                ? duration.toDays() + "d"
                : duration.toString();
    }

    private static Given given(ConfigNode node) {
        node.allow(KEYS, Set.of());
        ConfigNode tombstones = node.at("tombstones");
        boolean forEver = tombstones.isText() && NEVER.equals(tombstones.text());
        ConfigNode afterExpiry = node.at("afterExpiry");
        String word = afterExpiry.isAbsent() ? null : afterExpiry.word(AFTER_EXPIRY.keySet());
        return new Given(
                positive(node.at("bodies")),
                positive(node.at("operations")),
                !tombstones.isAbsent(),
                forEver ? null : tombstones.duration(),
                word == null ? null : AFTER_EXPIRY.get(word));
    }

    private static Retention over(Given own, Retention below) {
        return new Retention(
                Objects.requireNonNullElse(own.bodies(), below.bodies()),
                Objects.requireNonNullElse(own.operations(), below.operations()),
                own.saysTombstones() ? own.tombstones() : below.tombstones(),
                Objects.requireNonNullElse(own.afterExpiry(), below.afterExpiry()));
    }

    private static @Nullable Duration positive(ConfigNode node) {
        Duration duration = node.duration();
        if (duration != null && duration.isZero()) {
            node.mistake("must be longer than nothing", Quantity.DURATIONS);
        }
        return duration;
    }
}

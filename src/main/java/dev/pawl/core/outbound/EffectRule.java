package dev.pawl.core.outbound;

import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Transition;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One configured effect: which transitions cause it, where it goes and how often it is tried. An SQL effect is tried until it is
 * done.
 *
 * @param once at most once per operation
 */
public record EffectRule(String name, When when, Target target, boolean once, int maxAttempts, RetrySchedule backoff) {

    /**
     * Which transitions cause an effect. A null part matches everything; {@code kind} null means moves and statuses.
     *
     * @param attention whether the effect is about raised and cleared attention instead
     */
    public record When(
            @Nullable String source,
            @Nullable String type,
            @Nullable String machine,
            @Nullable Set<String> from,
            @Nullable Set<String> to,
            @Nullable Set<String> status,
            Transition.@Nullable Kind kind,
            boolean attention) {

        public boolean matches(Operation after, Transition transition) {
            return kindMatches(transition.kind())
                    && (source == null || source.equals(after.source()))
                    && (type == null || type.equals(after.key().type()))
                    && (machine == null || machine.equals(after.machine()))
                    && (from == null || contains(from, transition.from()))
                    && (to == null || contains(to, transition.to()))
                    && (status == null || status.contains(after.status().word()));
        }

        private boolean kindMatches(Transition.Kind actual) {
            if (kind != null) {
                return kind == actual;
            }
            if (attention) {
                return actual == Transition.Kind.ATTENTION;
            }
            return actual == Transition.Kind.MOVE || actual == Transition.Kind.STATUS;
        }

        private static boolean contains(Set<String> set, @Nullable String value) {
            return value != null && set.contains(value);
        }
    }

    /** Where an effect goes. */
    public sealed interface Target {

        <T> T fold(Function<HttpTarget, T> http, Function<SqlTarget, T> sql);

        /** How long one attempt may take. */
        Duration timeout();

        /** What is shared by all effects that go to the same place: a hanging one is a trouble of them all. */
        String destination();

        /** How many may be under way there at the same time, whatever else allows. */
        default int atOnce() {
            return Integer.MAX_VALUE;
        }
    }

    /**
     * An HTTP receiver.
     *
     * @param rejectOn statuses that are a final no: not repeated
     */
    public record HttpTarget(URI url, SigningKey secret, Duration timeout, Set<Integer> rejectOn) implements Target {
        public HttpTarget {
            Objects.requireNonNull(url);
            rejectOn = Set.copyOf(rejectOn);
        }

        @Override
        public <T> T fold(Function<HttpTarget, T> http, Function<SqlTarget, T> sql) {
            return http.apply(this);
        }

        @Override
        public String destination() {
            return url.getScheme() + "://" + url.getHost() + ':' + url.getPort();
        }
    }

    /**
     * A statement in Pawl's own database, run in the transaction that notes that it was run: exactly once. It is tried
     * until it is done or the database says no for good.
     *
     * @param expectRows how many rows it has to change; null: any number
     * @param parkFor how long it may be open before its operation needs a person
     */
    public record SqlTarget(
            SqlStatement statement, @Nullable Integer expectRows, Duration parkFor) implements Target {

        private static final Duration TIMEOUT = Duration.ofSeconds(8);
        private static final int AT_ONCE = 4;
        private static final String FOREIGN_KEY = "23503";
        private static final String RAISED = "P0001";

        /**
         * Whether the database says no for good: the values do not fit (22), a rule is broken (23), a trigger or function
         * refuses. A row that is not there yet (a foreign key's) may come.
         *
         * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL error codes</a>
         */
        public static boolean isFinalNo(String sqlState) {
            boolean refused = sqlState.startsWith("22") || sqlState.startsWith("23") || sqlState.equals(RAISED);
            return refused && !sqlState.equals(FOREIGN_KEY);
        }

        public boolean accepts(int rows) {
            return expectRows == null || expectRows == rows;
        }

        @Override
        public <T> T fold(Function<HttpTarget, T> http, Function<SqlTarget, T> sql) {
            return sql.apply(this);
        }

        @Override
        public Duration timeout() {
            return TIMEOUT;
        }

        @Override
        public String destination() {
            return "sql";
        }

        @Override
        public int atOnce() {
            return AT_ONCE;
        }
    }
}

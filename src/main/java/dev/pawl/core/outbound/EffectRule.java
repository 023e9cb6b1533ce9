package dev.pawl.core.outbound;

import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Transition;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One configured effect: which transitions cause it, where it goes and how often it is tried. An SQL effect is tried until it is
 * done.
 *
 * @param once at most once per operation
 * @param repeat what follows when it is not known whether the receiver has it
 * @param then the state an ending asserts about the operation; endings that are missing assert nothing
 */
public record EffectRule(
        String name,
        When when,
        Target target,
        boolean once,
        int maxAttempts,
        RetrySchedule backoff,
        Repeat repeat,
        Map<End, String> then) {

    public EffectRule {
        then = Map.copyOf(then);
    }

    /** One that may be repeated and whose endings assert nothing. */
    public EffectRule(String name, When when, Target target, boolean once, int maxAttempts, RetrySchedule backoff) {
        this(name, when, target, once, maxAttempts, backoff, Repeat.Always.KEYED, Map.of());
    }

    /** How an effect ends. */
    public enum End {
        DONE,
        /** The receiver's final no. */
        REJECTED,
        /** Given up after every attempt failed. */
        DEAD;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

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
            return matches(new Occasion(
                    after.source(),
                    after.key().type(),
                    after.machine(),
                    after.status().word(),
                    transition.kind(),
                    transition.from(),
                    transition.to()));
        }

        public boolean matches(Occasion occasion) {
            return kindMatches(occasion.kind())
                    && (source == null || source.equals(occasion.source()))
                    && (type == null || type.equals(occasion.type()))
                    && (machine == null || machine.equals(occasion.machine()))
                    && (from == null || contains(from, occasion.from()))
                    && (to == null || contains(to, occasion.to()))
                    && (status == null || status.contains(occasion.status()));
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

    /** All that a condition looks at: many transitions can be one occasion. */
    public record Occasion(
            String source,
            String type,
            String machine,
            String status,
            Transition.Kind kind,
            @Nullable String from,
            @Nullable String to) {}

    /** Where an effect goes. */
    public sealed interface Target {

        <T> T fold(Function<HttpTarget, T> http, Function<SqlTarget, T> sql, Function<KafkaTarget, T> kafka);

        /** As in the configuration; what an effect's payload looks like depends on it. */
        default String kind() {
            return fold(http -> "http", sql -> "sql", kafka -> "kafka");
        }

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
     * @param secrets each gives a signature, so that a receiver may change from one to the next; empty: not signed
     * @param rejectOn statuses that are a final no beside 410: not repeated
     * @param text what people are told, as {@code {"text":"…"}} in place of the usual body; null: the usual body
     */
    public record HttpTarget(
            URI url,
            List<SigningKey> secrets,
            Duration timeout,
            Set<Integer> rejectOn,
            @Nullable EffectText text) implements Target {

        private static final int GONE = 410;
        private static final int HTTP_PORT = 80;
        private static final int HTTPS_PORT = 443;

        public HttpTarget {
            Objects.requireNonNull(url);
            secrets = List.copyOf(secrets);
            rejectOn = Set.copyOf(rejectOn);
        }

        /** One with one secret and the usual body. */
        public HttpTarget(URI url, SigningKey secret, Duration timeout, Set<Integer> rejectOn) {
            this(url, List.of(secret), timeout, rejectOn, null);
        }

        @Override
        public <T> T fold(Function<HttpTarget, T> http, Function<SqlTarget, T> sql, Function<KafkaTarget, T> kafka) {
            return http.apply(this);
        }

        /**
         * Whether the receiver says no for good. One that is gone does not come back.
         *
         * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5.11">RFC 9110, 15.5.11</a>
         */
        public boolean isFinalNo(int status) {
            return status == GONE || rejectOn.contains(status);
        }

        @Override
        public String destination() {
            return destination(url.getScheme(), url.getHost(), url.getPort());
        }

        /**
         * The same for every way to write it.
         *
         * @param port negative: the scheme's own
         */
        public static String destination(String scheme, String host, int port) {
            String protocol = scheme.toLowerCase(Locale.ROOT);
            String address = protocol + "://" + host.toLowerCase(Locale.ROOT);
            boolean usual = port == (protocol.equals("https") ? HTTPS_PORT : HTTP_PORT);
            return port < 0 || usual ? address : address + ':' + port;
        }

        /** Not its path: chat services put the permission to write into it. */
        @Override
        public String toString() {
            return "HttpTarget[" + destination() + "]";
        }
    }

    /**
     * A topic of the configured Kafka cluster.
     *
     * @param timeout until the cluster has confirmed a record
     */
    public record KafkaTarget(String topic, Duration timeout) implements Target {

        @Override
        public <T> T fold(Function<HttpTarget, T> http, Function<SqlTarget, T> sql, Function<KafkaTarget, T> kafka) {
            return kafka.apply(this);
        }

        /** A topic that is missing, or has no leader, is no trouble of the others. */
        @Override
        public String destination() {
            return "kafka/" + topic;
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
        public <T> T fold(Function<HttpTarget, T> http, Function<SqlTarget, T> sql, Function<KafkaTarget, T> kafka) {
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

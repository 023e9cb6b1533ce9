package dev.pawl.config;

import java.time.Duration;
import java.util.Map;

/**
 * That a source's provider may be asked for the status of its operations, and how much.
 *
 * @param token secret; empty where no question needs one
 * @param config the source's named constants; may hold secrets
 */
public record Asking(String token, Limits limits, Map<String, String> config) {

    public Asking {
        config = Map.copyOf(config);
    }

    /**
     * What the provider is asked to bear, all replicas together, but for the concurrency, which is each one's.
     *
     * @param perSecond the most questions in any second
     * @param timeout of one question, up to the last byte of its answer
     */
    public record Limits(double perSecond, int concurrency, Duration timeout) {

        /** What nobody objects to. */
        public static final Limits USUAL = new Limits(10, 4, Duration.ofSeconds(5));

        /**
         * How much of the rate may come at once after a rest. A bucket gives its burst and what flows into it meanwhile:
         * in any second both together are what is allowed.
         */
        private static final double AT_ONCE = 0.05;

        /** How many questions may come at once after a rest. */
        public double burst() {
            return Math.max(1, AT_ONCE * perSecond);
        }

        /** Questions a second, in the long run. */
        public double refill() {
            return (1 - AT_ONCE) * perSecond;
        }
    }

    /** Neither the token nor constants: they may be secret. */
    @Override
    public String toString() {
        return "Asking[" + limits + "]";
    }
}

package dev.pawl.config;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known about who sends to a source, for people, documentation and time limits. Anything may be missing.
 *
 * @param docs address of the provider's documentation of its webhooks
 * @param endpoint where at the provider the source's URL is to be entered
 * @param secret which of the secrets that the provider shows is the one to configure
 * @param acknowledgeWithin how long the provider waits for an answer
 * @param retryWindow how long the provider repeats a delivery, or lets people resend it
 * @param configNeeds what {@code config} must hold, explained, by name
 */
public record Provider(
        @Nullable String name,
        @Nullable String docs,
        @Nullable String endpoint,
        @Nullable String secret,
        @Nullable Duration acknowledgeWithin,
        @Nullable Duration retryWindow,
        Map<String, String> configNeeds,
        @Nullable Sample sample) {

    /** Nothing is known. */
    public static final Provider UNKNOWN = new Provider(null, null, null, null, null, null, Map.of(), null);

    public Provider {
        configNeeds = Map.copyOf(configNeeds);
    }

    /**
     * One realistic request, unsigned.
     *
     * @param query raw, without {@code ?}; may be empty
     * @param headers those besides the signature's own
     * @param expect {@code <operation type>.<state>} it leads to, or {@code ignored}
     */
    public record Sample(String method, String query, Map<String, String> headers, String body, String expect) {
        public Sample {
            headers = Map.copyOf(headers);
        }
    }
}

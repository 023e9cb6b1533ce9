package dev.pawl.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A delivery without its body.
 *
 * @param secret name of the secret that verified it; null: a source without verification
 * @param cause {@code delivery}: it was sent; {@code import}, {@code backfill}: it was not, but might have been
 * @param size of the body, in bytes; null: no longer kept
 * @param headers those the source keeps; one that came more than once with its values in a row
 * @param verdicts of the newest run: how many by word
 * @param events of all runs, in order; only of a single delivery
 */
@RegisterForReflection
record DeliveryView(
        String id,
        String source,
        Instant receivedAt,
        @Nullable String secret,
        String cause,
        @Nullable Integer size,
        Map<String, String> headers,
        Map<String, Long> verdicts,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<EventView> events,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean eventsTruncated) {}

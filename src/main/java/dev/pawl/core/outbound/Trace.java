package dev.pawl.core.outbound;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What ties a delivery to all it causes.
 *
 * @param traceparent the sender's, valid and as version 00; null: none
 * @param tracestate what tracing systems on the way have added; null: nothing, as where there is no traceparent
 * @param correlationId short and printable; null: none
 * @see <a href="https://www.w3.org/TR/trace-context/#traceparent-header">W3C Trace Context</a>
 */
public record Trace(
        @Nullable String traceparent,
        @Nullable String tracestate,
        @Nullable String correlationId) {

    public static final Trace NONE = new Trace(null, null, null);

    /** One that no tracing system has added anything to. */
    public Trace(@Nullable String traceparent, @Nullable String correlationId) {
        this(traceparent, null, correlationId);
    }

    /**
     * Of a request.
     *
     * @param traceparent values of the header, as they came; where they are none, there is no {@code tracestate} either
     * @param tracestate values of the header, as they came
     */
    public static Trace of(List<String> traceparent, List<String> tracestate, @Nullable String correlationId) {
        String valid = traceparent(traceparent);
        return new Trace(valid, valid == null ? null : TraceState.parse(tracestate), correlationId);
    }

    /** The same under another correlation id. */
    public Trace correlated(@Nullable String otherCorrelationId) {
        return new Trace(traceparent, tracestate, otherCorrelationId);
    }

    /** Request headers that carry a correlation id, the first one first; {@code correlation-id} is what Pawl sends itself. */
    public static final List<String> CORRELATION = List.of("x-correlation-id", "correlation-id", "x-request-id");

    private static final Pattern TRACEPARENT =
            Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final Pattern SANE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/+=@-]{0,127}");
    private static final int SAMPLED = 1;

    /** The header's value as it may be passed on; null where it is absent, given twice or malformed. */
    public static @Nullable String traceparent(List<String> given) {
        Matcher parts = TRACEPARENT.matcher(given.size() == 1 ? given.get(0).strip() : "");
        if (!parts.matches()) {
            return null;
        }
        String version = parts.group(1);
        boolean unknownEnd = version.equals("00") && parts.group(5) != null;
        boolean nothing = isZero(parts.group(2)) || isZero(parts.group(3));
        return version.equals("ff") || unknownEnd || nothing
                ? null
                : written(parts.group(2), parts.group(3), parts.group(4));
    }

    /** A correlation id that is given once and harmless wherever it is shown or sent; else null. */
    public static @Nullable String correlationId(List<String> given) {
        String value = given.size() == 1 ? given.get(0).strip() : "";
        return SANE.matcher(value).matches() ? value : null;
    }

    /**
     * The trace as the next one in it is told, with a span of our own; null: there is none.
     *
     * @param span not zero
     */
    public @Nullable String next(long span) {
        if (traceparent == null) {
            return null;
        }
        String[] parts = traceparent.split("-", -1);
        return written(parts[1], String.format("%016x", span), parts[3]);
    }

    /** Of the flags only the one that version 00 knows. */
    private static String written(String trace, String span, String flags) {
        int sampled = Integer.parseInt(flags, 16) & SAMPLED;
        return "00-" + trace + '-' + span + "-0" + sampled;
    }

    private static boolean isZero(String hex) {
        return hex.chars().allMatch(c -> c == '0');
    }
}

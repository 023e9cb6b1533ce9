package dev.pawl.sdk;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where Pawl and a library differ on purpose. Not an exception from the comparison: Pawl's verdict on a request must be the
 * library's verdict on what this makes of it, so that only this difference is allowed for.
 *
 * @param reason what differs, and why
 */
record Difference(String reason, UnaryOperator<Message> reading) {

    /** What only one of several copies of a header says is nobody's honest request; libraries are handed the first. */
    static Difference contradiction(String header) {
        return new Difference(
                header + " with two different values: Pawl refuses, frameworks hand out the first",
                message -> message.contradicts(header) ? message.without(header) : message);
    }

    /** Upper and lower case are the same bytes in hex. */
    static Difference hexCase(String header, String prefix) {
        return new Difference(
                "hex in upper case: Pawl compares bytes, the library compares text",
                message -> message.mapped(
                        header,
                        value -> value.startsWith(prefix)
                                ? prefix + value.substring(prefix.length()).toLowerCase(Locale.ROOT)
                                : value));
    }

    /** The padding carries nothing. */
    static Difference padding(String header) {
        return new Difference(
                "base64 without its padding: Pawl compares bytes, the library compares text",
                message -> message.mapped(
                        header,
                        value -> Stream.of(value.split(" ", -1))
                                .map(Difference::padded)
                                .collect(Collectors.joining(" "))));
    }

    private static String padded(String item) {
        int signature = item.length() - (item.startsWith("v1,") ? 3 : 0);
        return item.endsWith("=") ? item : item + "=".repeat((4 - signature % 4) % 4);
    }

    /** Some decoders skip what is no base64; what cannot be written so again is none to Pawl. */
    static Difference looseBase64(String header) {
        return new Difference(
                "base64 with something between: the library skips it, Pawl refuses",
                message -> isBase64(String.valueOf(message.header(header))) ? message : message.without(header));
    }

    private static boolean isBase64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            return Base64.getEncoder().encodeToString(bytes).equals(text)
                    || Base64.getEncoder()
                            .withoutPadding()
                            .encodeToString(bytes)
                            .equals(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The provider lets anybody who once saw a request send it for ever; Pawl does not. */
    static Difference noClock(String header, Function<String, Instant> reader, Duration tolerance, Instant now) {
        return new Difference("the library does not look at the time", message -> {
            String value = message.header(header);
            boolean fresh = value != null && isFresh(reader, value, tolerance, now);
            return fresh ? message : message.without(header);
        });
    }

    private static boolean isFresh(Function<String, Instant> reader, String value, Duration tolerance, Instant now) {
        try {
            return Duration.between(reader.apply(value), now).abs().compareTo(tolerance) <= 0;
        } catch (DateTimeException | NumberFormatException e) {
            // What is no time is not fresh.
            return false;
        }
    }
}

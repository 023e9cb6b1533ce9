package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import java.util.List;

/**
 * Where the events of a body are: a pointer from the root whose segments may be {@code *} (each element of an array), such
 * as {@code /entry/*&#47;changes/*}. What it leads to is one event when it is an object, one per element when it is an array.
 */
public record EventPath(List<String> segments) {

    /** The body itself. */
    public static final EventPath BODY = new EventPath(List.of());

    public EventPath {
        segments = List.copyOf(segments);
    }

    public static Parsed<EventPath> parse(String text) {
        return Pointer.parse(text)
                .fold(
                        pointer -> pointer.fromRoot()
                                ? Parsed.wrong("it always starts at the root: write it without ^")
                                : Parsed.of(new EventPath(pointer.segments())),
                        Parsed::wrong);
    }
}

package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A text made from an event. Either one reference, whose value is taken as it is ({@code /data/id}, {@code {header:X-Event}}),
 * or several parts ({@code {/type}:{/object/id}}): then all must be present, and {@code :} and {@code %} inside them are
 * percent-encoded.
 */
public final class Template {

    /** One piece of it. */
    public sealed interface Part {

        record Literal(String text) implements Part {}

        record Value(Pointer pointer) implements Part {}

        /** @param name lower case */
        record Header(String name) implements Part {}
    }

    private final String text;
    private final List<Part> parts;

    private Template(String text, List<Part> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /** A template that is one pointer. */
    public static Template of(Pointer pointer) {
        return new Template(String.join("/", pointer.segments()), List.of(new Part.Value(pointer)));
    }

    /** Reads a pointer or a template with {@code {/pointer}}, {@code {^/pointer}} and {@code {header:Name}}. */
    public static Parsed<Template> parse(String text) {
        if (text.isEmpty() || text.startsWith("/") || text.startsWith("^")) {
            return Pointer.parse(text)
                    .fold(pointer -> Parsed.of(new Template(text, List.of(new Part.Value(pointer)))), Parsed::wrong);
        }
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            String literal = text.substring(at, open < 0 ? text.length() : open);
            if (literal.indexOf('}') >= 0) {
                return Parsed.wrong("} without {: " + text);
            }
            if (!literal.isEmpty()) {
                parts.add(new Part.Literal(literal));
            }
            if (open < 0) {
                break;
            }
            int close = text.indexOf('}', open);
            if (close < 0) {
                return Parsed.wrong("{ without }: " + text);
            }
            Parsed<Part> part = reference(text.substring(open + 1, close));
            if (part instanceof Parsed.Wrong<Part> wrong) {
                return Parsed.wrong(wrong.problem());
            }
            part.fold(parts::add, problem -> false);
            at = close + 1;
        }
        return parts.stream().allMatch(Part.Literal.class::isInstance)
                ? Parsed.wrong("neither a pointer (/…) nor a template with {/…}: " + text)
                : Parsed.of(new Template(text, parts));
    }

    /** As {@link #parse}, for what becomes an identity: different parts must never give the same text. */
    public static Parsed<Template> parseIdentity(String text) {
        return parse(text)
                .fold(
                        template -> template.keepsPartsApart()
                                ? Parsed.of(template)
                                : Parsed.wrong("the parts of an identity must be separated by : as in {/a}:{/b}"),
                        Parsed::wrong);
    }

    private static Parsed<Part> reference(String reference) {
        if (reference.startsWith("header:") && reference.length() > "header:".length()) {
            return Parsed.of(
                    new Part.Header(reference.substring("header:".length()).toLowerCase(Locale.ROOT)));
        }
        if (reference.isEmpty() || reference.startsWith("header:")) {
            return Parsed.wrong("{" + reference + "} names nothing; write {/pointer} or {header:Name}");
        }
        return Pointer.parse(reference).fold(pointer -> Parsed.of(new Part.Value(pointer)), Parsed::wrong);
    }

    private boolean keepsPartsApart() {
        boolean apart = true;
        for (Part part : parts) {
            if (part instanceof Part.Literal literal) {
                apart |= literal.text().indexOf(':') >= 0;
            } else if (apart) {
                apart = false;
            } else {
                return false;
            }
        }
        return true;
    }

    List<Part> parts() {
        return parts;
    }

    /** Lower-case names of the request headers it reads. */
    Set<String> headers() {
        Set<String> names = new HashSet<>();
        for (Part part : parts) {
            if (part instanceof Part.Header header) {
                names.add(header.name());
            }
        }
        return names;
    }

    @Override
    public String toString() {
        return text;
    }
}

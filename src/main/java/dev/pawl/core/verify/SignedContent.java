package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a signature covers: texts and parts of the request, one after the other, as bytes. */
public final class SignedContent {

    /** One piece of it. */
    public sealed interface Part {

        /** Reads a single reference such as {@code {sig:t}} or {@code {header:webhook-timestamp}}. */
        static Parsed<Part> reference(String text) {
            return SignedContent.parse(text)
                    .fold(
                            content -> {
                                Part part = content.parts.size() == 1 ? content.parts.get(0) : new Body();
                                return part instanceof Header || part instanceof Named
                                        ? Parsed.of(part)
                                        : Parsed.wrong("must be one {header:Name} or {sig:name}");
                            },
                            Parsed::wrong);
        }

        /** The same bytes in every request. */
        record Literal(String text) implements Part {}

        /** The body's exact bytes. */
        record Body() implements Part {}

        /** @param name lower case */
        record Header(String name) implements Part {}

        /** A named part of the signature header itself, such as {@code t}. */
        record Named(String name) implements Part {}
    }

    private final List<Part> parts;

    private SignedContent(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a template such as {@code {header:webhook-id}.{header:webhook-timestamp}.{body}}. Known parts are
     * {@code {body}}, {@code {header:Name}} and {@code {sig:name}}; the rest is literal.
     */
    public static Parsed<SignedContent> parse(String template) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < template.length()) {
            int open = template.indexOf('{', at);
            String literal = template.substring(at, open < 0 ? template.length() : open);
            if (literal.indexOf('}') >= 0) {
                return Parsed.wrong("} without {");
            }
            if (!literal.isEmpty()) {
                parts.add(new Part.Literal(literal));
            }
            if (open < 0) {
                break;
            }
            int close = template.indexOf('}', open);
            if (close < 0) {
                return Parsed.wrong("{ without }");
            }
            Part part = part(template.substring(open + 1, close));
            if (part instanceof Part.Literal) {
                return Parsed.wrong("unknown part " + template.substring(open, close + 1)
                        + "; known are {body}, {header:Name} and {sig:name}");
            }
            parts.add(part);
            at = close + 1;
        }
        return parts.isEmpty() ? Parsed.wrong("nothing is signed") : Parsed.of(new SignedContent(parts));
    }

    /** The part between braces; a literal where there is no such part. */
    private static Part part(String reference) {
        int colon = reference.indexOf(':');
        String argument = colon < 0 ? "" : reference.substring(colon + 1);
        if (reference.equals("body")) {
            return new Part.Body();
        }
        if (reference.startsWith("header:") && !argument.isBlank()) {
            return new Part.Header(argument.toLowerCase(Locale.ROOT));
        }
        if (reference.startsWith("sig:") && !argument.isBlank()) {
            return new Part.Named(argument);
        }
        return new Part.Literal(reference);
    }

    public List<Part> parts() {
        return parts;
    }

    /** Whether the body is signed at all; where it is not, one captured request vouches for any body. */
    public boolean coversBody() {
        return parts.contains(new Part.Body());
    }
}

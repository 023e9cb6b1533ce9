package dev.pawl.core.verify;

import dev.pawl.core.BraceText;
import dev.pawl.core.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
        return BraceText.parse(template).then(pieces -> {
            List<Part> parts = new ArrayList<>();
            for (BraceText.Piece piece : pieces) {
                Part part = piece.reference() ? reference(piece.text()) : new Part.Literal(piece.text());
                if (part == null) {
                    return Parsed.wrong(
                            "unknown part {" + piece.text() + "}; known are {body}, {header:Name}, {sig:name}");
                }
                parts.add(part);
            }
            return parts.isEmpty() ? Parsed.wrong("nothing is signed") : Parsed.of(new SignedContent(parts));
        });
    }

    private static @Nullable Part reference(String reference) {
        int colon = reference.indexOf(':');
        String argument = colon < 0 ? "" : reference.substring(colon + 1);
        if (reference.equals("body")) {
            return new Part.Body();
        }
        if (argument.isBlank()) {
            return null;
        }
        return switch (reference.substring(0, colon)) {
            case "header" -> new Part.Header(argument.toLowerCase(Locale.ROOT));
            case "sig" -> new Part.Named(argument);
            default -> null;
        };
    }

    public List<Part> parts() {
        return parts;
    }

    /** Whether the body is signed at all; where it is not, one captured request vouches for any body. */
    public boolean coversBody() {
        return parts.contains(new Part.Body());
    }
}

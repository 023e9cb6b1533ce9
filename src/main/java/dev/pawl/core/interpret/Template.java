package dev.pawl.core.interpret;

import dev.pawl.core.BraceText;
import dev.pawl.core.Parsed;
import dev.pawl.core.json.Pointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    private static final String HEADER = "header:";

    private final String text;
    private final List<Part> parts;

    private Template(String text, List<Part> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /** Reads a pointer or a template with {@code {/pointer}}, {@code {^/pointer}} and {@code {header:Name}}. */
    public static Parsed<Template> parse(String text) {
        if (text.isEmpty() || text.startsWith("/") || text.startsWith("^")) {
            return Pointer.parse(text).then(pointer -> Parsed.of(new Template(text, List.of(new Part.Value(pointer)))));
        }
        return BraceText.parse(text).then(pieces -> {
            List<Part> parts = new ArrayList<>();
            boolean reads = false;
            for (BraceText.Piece piece : pieces) {
                Parsed<Part> part =
                        piece.reference() ? reference(piece.text()) : Parsed.of(new Part.Literal(piece.text()));
                if (part instanceof Parsed.Wrong<Part> wrong) {
                    return Parsed.wrong(wrong.problem());
                }
                part.fold(parts::add, problem -> false);
                reads |= piece.reference();
            }
            return reads
                    ? Parsed.of(new Template(text, parts))
                    : Parsed.wrong("neither a pointer (/…) nor a template with {/…}: " + text);
        });
    }

    /** As {@link #parse}, for what becomes an identity: different parts must never give the same text. */
    public static Parsed<Template> parseIdentity(String text) {
        return parse(text)
                .then(template -> template.keepsPartsApart()
                        ? Parsed.of(template)
                        : Parsed.wrong("the parts of an identity must be separated by : as in {/a}:{/b}"));
    }

    private static Parsed<Part> reference(String reference) {
        if (reference.startsWith(HEADER) && reference.length() > HEADER.length()) {
            String name = reference.substring(HEADER.length());
            return Parsed.of(new Part.Header(name.toLowerCase(Locale.ROOT)));
        }
        if (reference.isEmpty() || reference.startsWith(HEADER)) {
            return Parsed.wrong("{" + reference + "} names nothing; write {/pointer} or {header:Name}");
        }
        return Pointer.parse(reference).then(pointer -> Parsed.of(new Part.Value(pointer)));
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

    /** Whether it is one reference and nothing else, so that the value is taken as it is. */
    public boolean isReference() {
        return parts.size() == 1;
    }

    /** Whether both are made of the same literals around references, so that one key says the same in both. */
    public boolean isWrittenLike(Template other) {
        return literals().equals(other.literals());
    }

    /** Null for a reference. */
    private List<@Nullable String> literals() {
        List<@Nullable String> literals = new ArrayList<>();
        parts.forEach(part -> literals.add(part instanceof Part.Literal literal ? literal.text() : null));
        return literals;
    }

    /** Whether some key could be made by either, where both belong to one identity. */
    public boolean meets(Template other) {
        return new KeySpace(this).meets(new KeySpace(other));
    }

    /** Whether the two could give one key for two things: they meet and differ, or have the same references in another order. */
    boolean couldBe(Template other) {
        boolean turned = !parts.equals(other.parts) && Set.copyOf(parts).equals(Set.copyOf(other.parts));
        return isWrittenLike(other) ? turned : meets(other);
    }

    /** A part's text with {@code %} and {@code :} percent-encoded, so that parts cannot run into each other. */
    static String encoded(String part) {
        return part.replace("%", "%25").replace(":", "%3A");
    }

    List<Part> parts() {
        return parts;
    }

    /** What its references must give for it to read as this text; null where they cannot. */
    @Nullable
    Map<Part, String> partsOf(String wanted) {
        if (isReference()) {
            return Map.of(parts.get(0), wanted);
        }
        Map<Part, String> values = new HashMap<>();
        int at = 0;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (part instanceof Part.Literal literal) {
                if (!wanted.startsWith(literal.text(), at)) {
                    return null;
                }
                at += literal.text().length();
                continue;
            }
            String next =
                    i + 1 < parts.size() && parts.get(i + 1) instanceof Part.Literal literal ? literal.text() : "";
            int end = next.isEmpty() ? wanted.length() : wanted.indexOf(next, at);
            if (end <= at) {
                return null;
            }
            String value = wanted.substring(at, end).replace("%3A", ":").replace("%25", "%");
            String before = values.put(part, value);
            if (before != null && !before.equals(value)) {
                return null;
            }
            at = end;
        }
        return at == wanted.length() ? values : null;
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

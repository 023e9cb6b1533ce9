package dev.pawl.core.verify;

import dev.pawl.core.BraceText;
import dev.pawl.core.Parsed;
import dev.pawl.core.verify.TextPart.Reference;
import dev.pawl.core.verify.Verification.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A text made from a request: literal text and references in braces, such as {@code {sig:t}.{body}}. What is missing is
 * never the empty text: then there is no text at all, unless a {@code ?} allows it.
 */
public final class RequestText {

    /** What became of a text in one request. */
    public sealed interface Rendered {
        <T> T fold(Function<Complete, T> complete, Function<Reason, T> incomplete);
    }

    /** A text of which everything is there. */
    public static final class Complete implements Rendered {
        private final List<Found> parts;

        private Complete(List<Found> parts) {
            this.parts = parts;
        }

        @Override
        public <T> T fold(Function<Complete, T> complete, Function<Reason, T> incomplete) {
            return complete.apply(this);
        }

        /** Its bytes, one piece after the other; not to be changed. */
        List<byte[]> pieces() {
            return parts.stream().map(Found::bytes).toList();
        }

        public String text() {
            return parts.stream().map(Found::text).collect(Collectors.joining());
        }
    }

    private record Incomplete(Reason reason) implements Rendered {
        @Override
        public <T> T fold(Function<Complete, T> complete, Function<Reason, T> incomplete) {
            return incomplete.apply(reason);
        }
    }

    private final String text;
    private final List<TextPart> parts;

    private RequestText(String text, List<TextPart> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a text.
     *
     * @param given further references that are known beside the request, whole: {@code config:webhook_id}, {@code mac}
     */
    public static Parsed<RequestText> parse(String text, Collection<String> given) {
        return BraceText.parse(text).then(pieces -> {
            List<TextPart> parts = new ArrayList<>();
            for (BraceText.Piece piece : pieces) {
                Parsed<TextPart> part = piece.reference()
                        ? References.parse(piece.text(), given)
                        : Parsed.of(new TextPart.Literal(piece.text()));
                if (part instanceof Parsed.Wrong<TextPart> wrong) {
                    return Parsed.wrong(wrong.problem());
                }
                part.fold(parts::add, problem -> false);
            }
            return Parsed.of(new RequestText(text, parts));
        });
    }

    static RequestText of(TextPart part) {
        return new RequestText("", List.of(part));
    }

    /** The text as it is in this request. */
    public Rendered in(RequestScope scope) {
        List<Found> found = new ArrayList<>(parts.size());
        for (TextPart part : parts) {
            Found piece = part.read(scope);
            Reason problem = piece.problem();
            if (problem != null) {
                return new Incomplete(problem);
            }
            found.add(piece);
        }
        return new Complete(found);
    }

    private Stream<Reference> references() {
        return parts.stream().flatMap(part -> part.reference() == null ? Stream.empty() : Stream.of(part.reference()));
    }

    private boolean reads(Class<?>... kinds) {
        return references().anyMatch(reference -> Stream.of(kinds).anyMatch(kind -> kind.isInstance(reference)));
    }

    /** Whether it is the same in every request. */
    public boolean isConstant() {
        return references().allMatch(TextPart.Given.class::isInstance);
    }

    /** Whether it is exactly one reference and nothing else. */
    public boolean isOneReference() {
        return parts.size() == 1 && parts.get(0).reference() != null;
    }

    /** Whether the whole body is in it, so that nothing in the body can change without it. */
    public boolean coversBody() {
        return references()
                .anyMatch(reference -> reference instanceof TextPart.WholeForm
                        || (reference instanceof BodyPart part && part.covers()));
    }

    /** Whether the address is in it, and with it the query. */
    public boolean coversQuery() {
        return reads(TextPart.Url.class, TextPart.Path.class);
    }

    /** Whether it is read from the query. */
    public boolean readsQuery() {
        return reads(TextPart.Query.class);
    }

    /** Whether the service must know its own address. */
    public boolean needsPublicUrl() {
        return reads(TextPart.Url.class);
    }

    /** Whether the body must be taken apart for it. */
    public boolean parsesBody() {
        return reads(
                TextPart.Form.class,
                TextPart.WholeForm.class,
                TextPart.Json.class,
                TextPart.JsonLines.class,
                TextPart.SortedValues.class);
    }

    /** Whether it differs from secret to secret. */
    public boolean usesSecret() {
        return reads(TextPart.SecretText.class, TextPart.SortedValues.class);
    }

    /** Names of the parts of the signature it reads. */
    public Set<String> signatureParts() {
        return references()
                .filter(TextPart.Named.class::isInstance)
                .map(reference -> ((TextPart.Named) reference).name())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Lower-case names of the headers it reads. */
    public Set<String> headers() {
        return references()
                .flatMap(reference -> reference instanceof TextPart.Header header
                        ? Stream.of(header.name())
                        : reference instanceof TextPart.NamedHeaders list ? Stream.of(list.name()) : Stream.empty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether everything the other text reads is read here, too. */
    public boolean includes(RequestText other) {
        Set<Reference> own = references().collect(Collectors.toSet());
        return other.references().allMatch(own::contains);
    }

    List<TextPart> parts() {
        return parts;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RequestText that && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    /** As configured. */
    @Override
    public String toString() {
        return text;
    }
}

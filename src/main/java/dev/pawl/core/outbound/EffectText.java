package dev.pawl.core.outbound;

import dev.pawl.core.BraceText;
import dev.pawl.core.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text about an effect, with references in braces such as {@code {key}} or {@code {field:amount}}. Values never change the
 * text's structure: how they are written is up to where the text stands.
 */
public final class EffectText {

    private static final Set<String> MESSAGE =
            Set.of("id", "source", "type", "key", "reference", "state", "status", "reason", "from", "to");
    private static final Set<String> QUESTION = Set.of("id", "key", "webhook-id");
    private static final String FIELD = "field:";
    private static final Pattern ADDRESS = Pattern.compile("https?://[^/?#@\\s]+([/?].*)?", Pattern.DOTALL);

    private final String source;
    private final List<BraceText.Piece> pieces;

    private EffectText(String source, List<BraceText.Piece> pieces) {
        this.source = source;
        this.pieces = pieces;
    }

    /** A message for people: what happened to which operation. */
    public static Parsed<EffectText> message(String text) {
        return parse(text, MESSAGE);
    }

    /** A part of a question to the receiver: which effect it is about. */
    public static Parsed<EffectText> question(String text) {
        return parse(text, QUESTION);
    }

    /** As {@link #question}, for the address: http or https, and a host that nothing of an operation can choose. */
    public static Parsed<EffectText> address(String text) {
        return question(text).then(parsed -> {
            BraceText.Piece first = parsed.pieces.isEmpty() ? new BraceText.Piece(true, "") : parsed.pieces.get(0);
            boolean literal =
                    !first.reference() && ADDRESS.matcher(first.text()).matches();
            boolean ends = parsed.pieces.size() == 1 || first.text().indexOf('/', "https://".length()) > 0;
            return literal && ends
                    ? Parsed.of(parsed)
                    : Parsed.wrong("must be an address with a fixed host: https://host/…");
        });
    }

    private static Parsed<EffectText> parse(String text, Set<String> known) {
        return BraceText.parse(text).then(pieces -> {
            for (BraceText.Piece piece : pieces) {
                boolean field = piece.text().startsWith(FIELD) && piece.text().length() > FIELD.length();
                if (piece.reference() && !field && !known.contains(piece.text())) {
                    return Parsed.wrong("unknown reference {" + piece.text() + "}; known are "
                            + String.join(
                                    ", ",
                                    known.stream()
                                            .sorted()
                                            .map(name -> "{" + name + "}")
                                            .toList())
                            + ", {field:name}");
                }
            }
            return Parsed.of(new EffectText(text, pieces));
        });
    }

    /**
     * The text with its references replaced.
     *
     * @param value by reference without braces; null: there is none
     * @param written how a value is written where the text stands
     * @return the text, or which reference has no value
     */
    public Parsed<String> filled(Function<String, @Nullable String> value, UnaryOperator<String> written) {
        StringBuilder text = new StringBuilder();
        for (BraceText.Piece piece : pieces) {
            String found = piece.reference() ? value.apply(piece.text()) : piece.text();
            if (found == null || found.isEmpty()) {
                return Parsed.wrong("{" + piece.text() + "} has no value");
            }
            text.append(piece.reference() ? written.apply(found) : found);
        }
        return Parsed.of(text.toString());
    }

    /** A value as one part of an address: everything but letters, digits and {@code -._~} is percent-encoded. */
    public static String percentEncoded(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || "-._~".indexOf(c) >= 0;
            if (plain) {
                text.append(c);
            } else {
                text.append('%').append(String.format("%02X", b & 0xFF));
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return source;
    }
}

package dev.pawl.core.lookup;

import dev.pawl.core.BraceText;
import dev.pawl.core.Parsed;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text of a question to a provider's status API, with references: {@code {key}}, {@code {key:2}} (a part of a composite
 * key), {@code {account}}, {@code {field:name}}, {@code {config:name}}, {@code {token}}. Elsewhere in it stands what the
 * preset says. Values never change the text's structure: how they are written is up to where the text stands.
 */
public final class StatusText {

    private static final String KNOWN = "known are {key}, {key:n}, {account}, {field:name}, {config:name}, {token}";
    private static final Pattern NUMBER = Pattern.compile("[1-9]");

    private final String source;
    private final List<BraceText.Piece> pieces;

    private StatusText(String source, List<BraceText.Piece> pieces) {
        this.source = source;
        this.pieces = pieces;
    }

    public static Parsed<StatusText> parse(String text) {
        return BraceText.parse(text).then(pieces -> {
            for (BraceText.Piece piece : pieces) {
                if (piece.reference() && !isKnown(piece.text())) {
                    return Parsed.wrong("unknown reference {" + piece.text() + "}; " + KNOWN);
                }
            }
            return Parsed.of(new StatusText(text, pieces));
        });
    }

    /** As {@link #parse}, for the address: https or http, and a host that nothing of an operation can choose. */
    public static Parsed<StatusText> parseAddress(String text) {
        return parse(text).then(parsed -> {
            StringBuilder host = new StringBuilder();
            for (BraceText.Piece piece : parsed.pieces) {
                host.append(piece.reference() ? '{' + piece.text() + '}' : piece.text());
            }
            String rest = host.toString().replaceFirst("^https?://", "");
            int end = rest.indexOf('/');
            String authority = end < 0 ? rest : rest.substring(0, end);
            if (rest.length() == host.length() || authority.isEmpty()) {
                return Parsed.wrong("must be an address: https://…");
            }
            boolean chosen = parsed.references().stream()
                    .anyMatch(
                            reference -> !reference.startsWith("config:") && authority.contains('{' + reference + '}'));
            return chosen || authority.contains("@")
                    ? Parsed.wrong("its host may come from the configuration only: {config:name}")
                    : Parsed.of(parsed);
        });
    }

    private static boolean isKnown(String reference) {
        int colon = reference.indexOf(':');
        if (colon < 0) {
            return Set.of("key", "account", "token").contains(reference);
        }
        String argument = reference.substring(colon + 1);
        return switch (reference.substring(0, colon)) {
            case "key" -> NUMBER.matcher(argument).matches();
            case "field", "config" -> !argument.isBlank();
            default -> false;
        };
    }

    /** All references in it, without braces. */
    public Set<String> references() {
        Set<String> references = new TreeSet<>();
        pieces.stream().filter(BraceText.Piece::reference).forEach(piece -> references.add(piece.text()));
        return references;
    }

    /**
     * The text about one operation.
     *
     * @param written how a value is written where the text stands: percent-encoded in an address, escaped in JSON
     * @return the text, or which reference has no value
     */
    public Parsed<String> about(Subject subject, UnaryOperator<String> written) {
        StringBuilder text = new StringBuilder();
        for (BraceText.Piece piece : pieces) {
            if (!piece.reference()) {
                text.append(piece.text());
                continue;
            }
            String value = value(piece.text(), subject);
            if (value == null || value.isEmpty()) {
                return Parsed.wrong("{" + piece.text() + "} has no value");
            }
            // A host from the configuration is part of the structure, and its owner's to answer for.
            text.append(piece.text().startsWith("config:") ? value : written.apply(value));
        }
        return Parsed.of(text.toString());
    }

    private static @Nullable String value(String reference, Subject subject) {
        int colon = reference.indexOf(':');
        String argument = reference.substring(colon + 1);
        return switch (colon < 0 ? reference : reference.substring(0, colon + 1)) {
            case "key" -> subject.key();
            case "key:" -> part(subject.key(), Integer.parseInt(argument));
            case "account" -> subject.account();
            case "field:" -> subject.fields().get(argument);
            case "config:" -> subject.config().get(argument);
            default -> subject.token();
        };
    }

    /** Composite keys are put together with {@code :}, which is encoded inside their parts. */
    private static @Nullable String part(String key, int number) {
        List<String> parts = List.of(key.split(":", -1));
        return number > parts.size()
                ? null
                : parts.get(number - 1).replace("%3A", ":").replace("%25", "%");
    }

    @Override
    public String toString() {
        return source;
    }
}

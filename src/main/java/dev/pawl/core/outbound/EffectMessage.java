package dev.pawl.core.outbound;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Transition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What people are told about a transition: {@code {"text":"…"}}, which Slack, Teams and their like understand. */
final class EffectMessage {

    private static final JsonFactory JSON = new JsonFactory();
    private static final String NOTHING = "-";
    private static final Pattern LINE_END = Pattern.compile("\\R");

    /** A space without width: nothing changes for the eye. */
    private static final String BREAK = "\u200b";

    private EffectMessage() {}

    static byte[] json(EffectText template, Operation after, Transition transition) {
        String text = template.filled(reference -> value(reference, after, transition), EffectMessage::harmless)
                .fold(filled -> filled, missing -> NOTHING);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("text", text);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes every byte", e);
        }
        return bytes.toByteArray();
    }

    /**
     * A provider's text must neither call everybody nor become a link, nor look like another message: chats read different
     * signs for that.
     */
    private static String harmless(String value) {
        return LINE_END.matcher(value)
                .replaceAll(" ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "@" + BREAK)
                .replace("[", "[" + BREAK)
                .replace("]", "]" + BREAK)
                .replace("://", ":" + BREAK + "//");
    }

    private static String value(String reference, Operation after, Transition transition) {
        return orNothing(
                switch (reference) {
                    case "id" -> after.id().toString();
                    case "source" -> after.source();
                    case "type" -> after.key().type();
                    case "key" -> after.key().key();
                    case "reference" -> after.reference();
                    case "state" -> after.state();
                    case "status" -> after.status().word();
                    case "reason" -> reason(after, transition);
                    case "from" -> transition.from();
                    case "to" -> transition.to();
                    default -> after.fields().get(reference.substring("field:".length()));
                });
    }

    /** The reason raised or cleared; for other transitions all that are open. */
    private static @Nullable String reason(Operation after, Transition transition) {
        if (transition.kind() == Transition.Kind.ATTENTION) {
            return transition.to() == null ? transition.from() : transition.to();
        }
        return String.join(
                ", ",
                after.attention().keySet().stream().map(reason -> reason.word()).toList());
    }

    private static String orNothing(@Nullable String value) {
        return value == null || value.isEmpty() ? NOTHING : value;
    }
}

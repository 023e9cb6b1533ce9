package dev.pawl.core.outbound;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Operation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a command that has come to its end is answered. Made once, stored, and sent byte for byte whenever its key comes
 * again. Retention takes the bytes; what they said, that the command is completed or rejected, stays.
 *
 * @param ended the operation's status: completed, rejected or failed
 * @param status of HTTP; 410 where the bytes are gone
 * @param headers by name
 */
public record CommandAnswer(Status ended, int status, Map<String, String> headers, String body) {

    public static final String CONTENT_TYPE = "Content-Type";
    public static final String JSON_TYPE = "application/json";

    private static final JsonFactory JSON = new JsonFactory();
    private static final String PROBLEM = "application/problem+json";
    private static final int CREATED = 201;
    private static final int UNPROCESSABLE = 422;
    private static final int GONE = 410;

    public CommandAnswer {
        headers = Map.copyOf(headers);
    }

    /**
     * Empty while there is more to come.
     *
     * @param why for people: why it was rejected or has failed; null: nobody said
     */
    public static Optional<CommandAnswer> of(Operation after, @Nullable String why) {
        return switch (after.status()) {
            case COMPLETED -> Optional.of(answer(after, CREATED, JSON_TYPE, operation(after)));
            case REJECTED, FAILED -> Optional.of(answer(after, UNPROCESSABLE, PROBLEM, problem(after, why)));
            case PROCESSING, UNKNOWN, EXPIRED -> Optional.empty();
        };
    }

    /** Whether only the ending is left of it, no word that could be sent. */
    public boolean isGone() {
        return status == GONE;
    }

    private static CommandAnswer answer(Operation after, int status, String contentType, String body) {
        return new CommandAnswer(after.status(), status, Map.of(CONTENT_TYPE, contentType), body);
    }

    /** The operation as a caller sees it. */
    public static String operation(Operation operation) {
        return EffectPayload.operation(operation);
    }

    /** RFC 9457, with the operation as a member of its own. */
    private static String problem(Operation after, @Nullable String why) {
        boolean rejected = after.status() == Status.REJECTED;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("type", "urn:pawl:problem:" + after.status().word());
            json.writeStringField("title", rejected ? "Rejected" : "Failed");
            json.writeNumberField("status", UNPROCESSABLE);
            json.writeStringField("detail", why == null ? "the operation is " + after.state() : why);
            json.writeObjectFieldStart("operation");
            EffectPayload.operation(json, after);
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes every byte", e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

package dev.pawl.core.lookup;

import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.AnswerDocument;
import dev.pawl.core.lookup.Answer.Found;
import dev.pawl.core.lookup.Answer.NotFound;
import dev.pawl.core.lookup.Answer.NotNow;
import dev.pawl.core.lookup.Answer.Unreadable;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.outbound.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a response means. Total: whatever a provider sends is one of the outcomes.
 *
 * <pre>
 * 2xx                    what the recipe reads in it; a state it does not know, or a retired one, is unreadable
 * 404, 410               not found
 * 429                    not now, nobody, for as long as Retry-After says
 * 401                    not now, nobody: the token is wrong for every operation
 * 403                    not now, this one: others may be allowed
 * 3xx, others            unreadable; no redirect is followed
 * </pre>
 */
public final class AnswerReader {

    /** Where a 429 does not say how long. */
    static final Duration TOO_MANY = Duration.ofMinutes(1);

    /** Even where it says that it may be asked again at once, or has its clock behind ours. */
    static final Duration A_MOMENT = Duration.ofSeconds(1);

    /** People have to do something about it first. */
    static final Duration NOT_ALLOWED = Duration.ofMinutes(15);

    /** A token is wrong for all, and all wait until it is put right. */
    static final Duration WRONG_TOKEN = Duration.ofMinutes(1);

    private AnswerReader() {}

    /** A response. */
    public static final class Response {

        private final int status;
        private final Map<String, List<String>> headers;
        private final byte[] body;

        /** @param headers by lower-case name */
        public Response(int status, Map<String, List<String>> headers, byte[] body) {
            this.status = status;
            this.headers = Map.copyOf(headers);
            this.body = body;
        }

        public int status() {
            return status;
        }

        /** How long the provider wants to be left alone; null: it does not say. */
        public @Nullable Duration retryAfter(Instant now) {
            List<String> values = headers.getOrDefault("retry-after", List.of());
            return values.isEmpty() ? null : RetryAfter.parse(values.get(0), now);
        }
    }

    public static Answer read(StatusRecipe recipe, Machine machine, Response response, Instant now) {
        int status = response.status();
        if (status >= 200 && status < 300) {
            return document(recipe, machine, response);
        }
        return switch (status) {
            case 404, 410 -> new NotFound(status, recipe.notFoundFor());
            case 429 -> {
                Duration pause = response.retryAfter(now);
                yield new NotNow("status 429: asked too often", pause == null ? TOO_MANY : atLeastAMoment(pause), true);
            }
            case 401 -> new NotNow("status 401: the provider does not accept the token", WRONG_TOKEN, true);
            case 403 -> new NotNow("status 403: the token may not see this", NOT_ALLOWED, false);
            default -> new Unreadable("status " + status);
        };
    }

    private static Duration atLeastAMoment(Duration pause) {
        return pause.compareTo(A_MOMENT) < 0 ? A_MOMENT : pause;
    }

    private static Answer document(StatusRecipe recipe, Machine machine, Response response) {
        return AnswerDocument.of(response.body, response.headers, recipe.place())
                .fold(document -> found(recipe, machine, document), Unreadable::new);
    }

    private static Answer found(StatusRecipe recipe, Machine machine, AnswerDocument document) {
        String state = document.state(recipe.state());
        if (state == null || !machine.knows(state)) {
            return new Unreadable("a state that status.state does not know");
        }
        if (!machine.accepts(state)) {
            return new Unreadable("a state that is retired");
        }
        Parsed<Optional<Instant>> time = document.time(recipe.occurredAt());
        return time.fold(
                occurredAt -> new Found(
                        state,
                        occurredAt.orElse(null),
                        document.fingerprint(recipe.invariant(), machine, state),
                        document.fields(recipe.fields()),
                        recipe.changes()),
                problem -> new Unreadable(String.format(Locale.ROOT, "occurredAt: %s", problem)));
    }
}

package dev.pawl.core.lookup;

import dev.pawl.core.interpret.AnswerPlace;
import dev.pawl.core.interpret.InvariantRule;
import dev.pawl.core.interpret.StateRule;
import dev.pawl.core.interpret.Template;
import dev.pawl.core.interpret.TimeRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How to ask a provider for one operation of a type, and how to read the answer.
 *
 * @param place where the object is in the answer
 * @param occurredAt null: the answer does not tell when it became so
 * @param invariant values by the names the operation's own invariant uses, from the same states on
 * @param fields kept on the operation, by name
 * @param changes names of fields whose change within a state is worth a transition
 * @param notFoundFor a "not found" for an operation younger than this means "not yet"
 */
public record StatusRecipe(
        Request request,
        AnswerPlace place,
        StateRule state,
        @Nullable TimeRule occurredAt,
        InvariantRule invariant,
        Map<String, Template> fields,
        Set<String> changes,
        Duration notFoundFor) {

    public StatusRecipe {
        fields = Map.copyOf(fields);
        changes = Set.copyOf(changes);
    }

    /**
     * What to send. No redirect is followed.
     *
     * @param method GET or POST
     * @param basic user and password joined by a colon, for {@code Authorization: Basic}; null: none
     * @param body null: none
     */
    public record Request(
            String method,
            StatusText url,
            Map<String, StatusText> headers,
            @Nullable StatusText basic,
            @Nullable StatusText body) {

        public Request {
            headers = Map.copyOf(headers);
        }

        /** Everything its texts refer to, without braces. */
        public Set<String> references() {
            Set<String> references = new TreeSet<>();
            texts().forEach(text -> references.addAll(text.references()));
            return references;
        }

        /** All texts of it. */
        public List<StatusText> texts() {
            List<StatusText> texts = new ArrayList<>(headers.values());
            texts.add(url);
            if (basic != null) {
                texts.add(basic);
            }
            if (body != null) {
                texts.add(body);
            }
            return texts;
        }
    }
}

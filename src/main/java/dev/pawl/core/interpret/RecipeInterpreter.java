package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.BodyFormat.Outer;
import dev.pawl.core.interpret.Interpretation.Interpreted;
import dev.pawl.core.interpret.Interpretation.NotInterpretable;
import dev.pawl.core.interpret.Interpretation.Outcome.Ignored;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.verify.FormFields;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads bodies by a {@link Recipe}. */
public final class RecipeInterpreter implements Interpreter {

    private final Recipe recipe;
    private final int limit;
    private final Set<String> secretFields;

    /** For requests that carry no secret. */
    public RecipeInterpreter(Recipe recipe, int limit) {
        this(recipe, limit, Set.of());
    }

    /**
     * @param limit greatest body in bytes; holds for what a compressed one becomes, too
     * @param secretFields names of query parameters that carry the source's secret
     */
    public RecipeInterpreter(Recipe recipe, int limit, Set<String> secretFields) {
        this.recipe = recipe;
        this.limit = limit;
        this.secretFields = Set.copyOf(secretFields);
    }

    /** A form that comes with GET stands in the query: that is kept where others have a body, without any secret. */
    @Override
    public InboundRequest kept(InboundRequest request) {
        return recipe.body().outer() == Outer.FORM && request.method().equals("GET")
                ? request.withBody(FormFields.without(request.query(), secretFields))
                : request;
    }

    @Override
    public Interpretation interpret(VerifiedRequest verified) {
        InboundRequest request = kept(verified.request());
        return BodyDocument.of(recipe.body(), request, limit).fold(root -> read(request, root), NotInterpretable::new);
    }

    @Override
    public Parsed<Recipe> recipe() {
        return Parsed.of(recipe);
    }

    private Interpretation read(InboundRequest request, JsonNode root) {
        return recipe.each().events(root).fold(events -> readings(request, root, events), NotInterpretable::new);
    }

    private Interpretation readings(InboundRequest request, JsonNode root, List<JsonNode> elements) {
        List<Reading> readings = new ArrayList<>();
        for (JsonNode element : elements) {
            readings.addAll(new EventReader(recipe, new Event(request, root, element)).read());
        }
        if (readings.isEmpty()) {
            readings.add(new Reading(null, null, null, new Ignored("empty")));
        }
        return new Interpreted(readings);
    }
}

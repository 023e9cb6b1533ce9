package dev.pawl.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.backfill.ListClient.Answer;
import dev.pawl.core.json.JsonBody;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.lookup.BackfillRecipe;
import dev.pawl.core.lookup.BackfillRecipe.ElementTime;
import dev.pawl.core.lookup.BackfillRecipe.Next;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A page, read.
 *
 * @param elements those that are not too old
 * @param next cursor of the page after it; null: it is the last one
 */
record ListPage(List<JsonNode> elements, @Nullable String next) {

    private static final Pattern LINK_NEXT = Pattern.compile("<([^<>]*)>[^,<]*;\\s*rel=\"?next\"?");

    /**
     * Reads an answer.
     *
     * @param cursor of this page; null: it is the first
     * @throws NoList where it is no list
     */
    static ListPage read(BackfillRecipe recipe, Answer answer, Instant since, @Nullable String cursor) {
        JsonNode root = JsonBody.parse(answer.body).fold(tree -> tree, problem -> {
            throw NoList.senseless("the answer is " + problem);
        });
        List<JsonNode> all = recipe.each().events(root).fold(events -> events, problem -> {
            throw NoList.senseless("the answer has " + problem);
        });
        List<JsonNode> young = all.stream()
                .filter(element -> !isTooOld(recipe, element, since))
                .toList();
        String next = young.size() < all.size() ? null : next(recipe.next(), root, all, answer, cursor);
        if (next != null && next.equals(cursor)) {
            throw NoList.senseless("the next page is the same page");
        }
        return new ListPage(new ArrayList<>(young), next);
    }

    private static boolean isTooOld(BackfillRecipe recipe, JsonNode element, Instant since) {
        Instant at = time(recipe, element);
        return at != null && at.isBefore(since);
    }

    /** The time an element of a list tells; null where it tells none. */
    static @Nullable Instant time(BackfillRecipe recipe, JsonNode element) {
        ElementTime time = recipe.newestFirst();
        return time == null
                ? null
                : time.unit().read(time.at().in(element, element).asText());
    }

    private static @Nullable String next(
            Next next, JsonNode root, List<JsonNode> all, Answer answer, @Nullable String cursor) {
        if (next.more() != null && !next.more().in(root, root).asBoolean()) {
            return null;
        }
        return switch (next.paging()) {
            case NONE -> null;
            case CURSOR, ADDRESS -> text(next.at(), root, root);
            case LAST -> all.isEmpty() ? null : text(next.at(), root, all.get(all.size() - 1));
            case LINK -> link(answer.link);
            case PAGE -> all.isEmpty() ? null : Integer.toString(cursor == null ? 2 : number(cursor) + 1);
        };
    }

    private static int number(String cursor) {
        try {
            return Integer.parseInt(cursor);
        } catch (NumberFormatException e) {
            throw NoList.senseless("the page has no number");
        }
    }

    private static @Nullable String text(@Nullable Pointer at, JsonNode root, JsonNode element) {
        String text = at == null ? "" : at.in(root, element).asText();
        // A null reads as the word.
        return text.isEmpty() || text.equals("null") ? null : text;
    }

    private static @Nullable String link(@Nullable String header) {
        Matcher matcher = LINK_NEXT.matcher(header == null ? "" : header);
        return matcher.find() ? matcher.group(1) : null;
    }
}

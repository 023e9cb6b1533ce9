package dev.pawl.backfill;

import dev.pawl.config.Backfill;
import dev.pawl.core.lookup.BackfillRecipe;
import dev.pawl.core.lookup.BackfillRecipe.Paging;
import dev.pawl.core.lookup.Question;
import dev.pawl.core.lookup.StatusRecipe.Request;
import dev.pawl.core.lookup.StatusText;
import dev.pawl.core.lookup.Subject;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The questions for a page of a list and for one of its elements. */
final class ListQuestion {

    private static final String FIRST_PAGE = "1";

    private ListQuestion() {}

    /** @param cursor of the page; null: the first one */
    static Question page(Backfill backfill, Instant since, @Nullable String cursor) {
        BackfillRecipe recipe = backfill.recipe();
        Map<String, String> fields = new HashMap<>();
        fields.put("since", recipe.since().write(since));
        if (cursor != null) {
            fields.put("cursor", cursor);
        } else if (recipe.next().paging() == Paging.PAGE) {
            fields.put("cursor", FIRST_PAGE);
        }
        Subject subject = new Subject("", "", fields, backfill.token(), backfill.config());
        if (cursor == null) {
            return about(recipe.request(), subject);
        }
        Question first = about(further(recipe.request(), recipe.next().body()), subject);
        return switch (recipe.next().paging()) {
            case LINK, ADDRESS -> at(first, cursor);
            case CURSOR, LAST, PAGE, NONE -> with(first, recipe.next().parameter(), cursor);
        };
    }

    /** @param key the element's id */
    static Question item(Backfill backfill, Request request, String key) {
        return about(request, new Subject(key, "", Map.of(), backfill.token(), backfill.config()));
    }

    private static Request further(Request request, @Nullable StatusText body) {
        return body == null
                ? request
                : new Request(request.method(), request.url(), request.headers(), request.basic(), body);
    }

    /** What a text lacks here is lacking in the configuration, too, or the provider's cursor is none. */
    private static Question about(Request request, Subject subject) {
        Question question = Question.about(request, subject).fold(right -> right, problem -> {
            throw NoList.senseless(problem);
        });
        return question.at(address(question.url()).toString());
    }

    private static URI address(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw NoList.senseless("the request's address is no address");
        }
    }

    private static Question with(Question first, @Nullable String parameter, String value) {
        if (parameter == null) {
            return first;
        }
        char mark = first.url().contains("?") ? '&' : '?';
        return first.at(first.url() + mark + parameter + '=' + Question.percentEncoded(value));
    }

    /** The token goes to the configured host only, whatever an answer says. */
    private static Question at(Question first, String next) {
        URI configured = address(first.url());
        URI other = configured.resolve(address(next));
        boolean same = configured.getScheme().equalsIgnoreCase(other.getScheme())
                && configured.getRawAuthority().equalsIgnoreCase(other.getRawAuthority());
        if (!same) {
            throw NoList.senseless("the next page is said to be at another host");
        }
        return first.at(other.toString());
    }
}

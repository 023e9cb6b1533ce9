package dev.pawl.backfill;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.pawl.config.Backfill;
import dev.pawl.core.Parsed;
import dev.pawl.core.lookup.BackfillRecipe.Paging;
import dev.pawl.core.lookup.StatusRecipe.Request;
import dev.pawl.core.lookup.StatusText;
import dev.pawl.core.lookup.Subject;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request as it is sent.
 *
 * @param body null: none
 */
record ListQuestion(
        String method,
        URI address,
        Map<String, String> headers,
        @Nullable String body) {

    private static final String FIRST_PAGE = "1";

    /** @param cursor of the page; null: the first one */
    static ListQuestion page(Backfill backfill, Instant since, @Nullable String cursor) {
        var recipe = backfill.recipe();
        Map<String, String> fields = new HashMap<>();
        fields.put("since", recipe.since().write(since));
        if (cursor != null) {
            fields.put("cursor", cursor);
        } else if (recipe.next().paging() == Paging.PAGE) {
            fields.put("cursor", FIRST_PAGE);
        }
        Subject subject = new Subject("", "", fields, backfill.token(), backfill.config());
        StatusText further = cursor == null ? null : recipe.next().body();
        ListQuestion first = of(recipe.request(), further, subject);
        if (cursor == null) {
            return first;
        }
        return switch (recipe.next().paging()) {
            case LINK, ADDRESS -> first.at(cursor);
            case CURSOR, LAST, PAGE, NONE -> first.with(recipe.next().parameter(), cursor);
        };
    }

    /** @param key the element's id */
    static ListQuestion item(Backfill backfill, Request request, String key) {
        return of(request, null, new Subject(key, "", Map.of(), backfill.token(), backfill.config()));
    }

    private static ListQuestion of(Request request, @Nullable StatusText further, Subject subject) {
        Map<String, String> headers = new HashMap<>();
        request.headers().forEach((name, text) -> headers.put(name, filled(text, subject, UnaryOperator.identity())));
        if (request.basic() != null) {
            String user = filled(request.basic(), subject, UnaryOperator.identity());
            headers.put(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
        }
        StatusText body = further == null ? request.body() : further;
        return new ListQuestion(
                request.method(),
                address(filled(request.url(), subject, ListQuestion::inAddress)),
                headers,
                body == null ? null : filled(body, subject, ListQuestion::inJson));
    }

    /** What a text lacks here is lacking in the configuration, too, or the provider's cursor is none. */
    private static String filled(StatusText text, Subject subject, UnaryOperator<String> written) {
        Parsed<String> filled = text.about(subject, written);
        return filled.fold(value -> value, problem -> {
            throw NoList.senseless(problem);
        });
    }

    private static URI address(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw NoList.senseless("the request's address is no address");
        }
    }

    private static String inAddress(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String inJson(String value) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(value));
    }

    private ListQuestion with(@Nullable String parameter, String value) {
        if (parameter == null) {
            return this;
        }
        String text = address.toString();
        return new ListQuestion(
                method,
                address(text + (text.contains("?") ? '&' : '?') + parameter + '=' + inAddress(value)),
                headers,
                body);
    }

    /** The token goes to the configured host only, whatever an answer says. */
    private ListQuestion at(String next) {
        URI other = address.resolve(address(next));
        boolean same = address.getScheme().equalsIgnoreCase(other.getScheme())
                && address.getRawAuthority().equalsIgnoreCase(other.getRawAuthority());
        if (!same) {
            throw NoList.senseless("the next page is said to be at another host");
        }
        return new ListQuestion(method, other, headers, body);
    }

    /** Not its headers: the token is there. */
    @Override
    public String toString() {
        return "ListQuestion[" + method + "]";
    }
}

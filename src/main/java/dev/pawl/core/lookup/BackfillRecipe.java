package dev.pawl.core.lookup;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.lookup.StatusRecipe.Request;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How to have a provider list what it has sent, and how each listed element becomes what would have been delivered. Texts
 * refer to {@code {field:since}}, {@code {field:cursor}}, {@code {config:name}}, {@code {token}}; those of {@link Item} to
 * {@code {key}}, the element's id, as well.
 *
 * @param request for a page
 * @param since how {@code {field:since}} is written
 * @param each where the elements are in an answer
 * @param newestFirst where an element of a list that cannot be limited tells its time: the first one that is too old ends
 *     the reading; null: the request limits the list
 */
public record BackfillRecipe(
        Request request,
        TimeFormat since,
        EventPath each,
        Next next,
        @Nullable ElementTime newestFirst,
        Item item) {

    /** What texts may refer to as {@code {field:…}}. */
    public static final Set<String> FIELDS = Set.of("since", "cursor");

    /** Where an element tells a time, and how it is written. */
    public record ElementTime(Pointer at, TimeFormat unit) {}

    /** Where the cursor of the next page comes from. */
    public enum Paging {
        /** There is one page. */
        NONE,
        /** The answer names it; absent, null or empty: there is no more. */
        CURSOR,
        /** It is in the last element. */
        LAST,
        /** The header {@code Link} with {@code rel="next"} has the address. */
        LINK,
        /** The answer has the address. */
        ADDRESS,
        /** A number, from 1 on, until a page is empty. */
        PAGE
    }

    /**
     * How the next page is asked for.
     *
     * @param at null where the paging needs no place
     * @param more whether there is one; null: as long as there are a cursor and elements
     * @param parameter of the query that takes the cursor; null: a text refers to it
     * @param body of requests for further pages; null: as of the first one
     */
    public record Next(
            Paging paging,
            @Nullable Pointer at,
            @Nullable Pointer more,
            @Nullable String parameter,
            @Nullable StatusText body) {

        public static final Next NONE = new Next(Paging.NONE, null, null, null, null);
    }

    /**
     * What an element is, or leads to.
     *
     * @param request asks for the whole of it; null: the element is all
     * @param id of the element, for the request; null: there is none
     * @param body what would have been the body, in the element or in the answer about it; a text is taken as it is
     * @param headers an object of texts; null: no headers
     * @param wrap name of a list the body stands in alone; null: it stands by itself
     */
    public record Item(
            @Nullable Request request,
            @Nullable Pointer id,
            Pointer body,
            @Nullable Pointer headers,
            @Nullable String wrap) {}
}

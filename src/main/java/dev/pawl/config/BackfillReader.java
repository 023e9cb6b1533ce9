package dev.pawl.config;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.lookup.BackfillRecipe;
import dev.pawl.core.lookup.BackfillRecipe.ElementTime;
import dev.pawl.core.lookup.BackfillRecipe.Item;
import dev.pawl.core.lookup.BackfillRecipe.Next;
import dev.pawl.core.lookup.BackfillRecipe.Paging;
import dev.pawl.core.lookup.StatusRecipe.Request;
import dev.pawl.core.lookup.StatusText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads a source's {@code backfill}: how its provider lists what it has sent. A token makes it happen. */
final class BackfillReader {

    static final Set<String> KEYS =
            Set.of("token", "from", "every", "request", "since", "each", "next", "newestFirst", "item");
    static final Set<String> NEXT = Set.of("cursor", "last", "link", "address", "page", "more", "parameter", "body");
    static final Set<String> TIME = Set.of("at", "unit");
    static final Set<String> ITEM = Set.of("request", "id", "body", "headers", "wrap");

    /** What a user says; all else is the provider's. */
    private static final Set<String> OWN = Set.of("from", "every");

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final String CONFIG = "config:";
    private static final String FIELD = "field:";

    private final Map<String, String> given;

    /** @param given values by reference, such as {@code config:name} */
    BackfillReader(Map<String, String> given) {
        this.given = given;
    }

    /** Null where nothing is to be listed or, with the mistakes noted, where it is wrong. */
    @Nullable
    Backfill read(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        int before = node.mistakes().count();
        node.allow(KEYS, Set.of());
        BackfillRecipe recipe = recipe(node);
        String token = node.at("token").text();
        Instant from = from(node.at("from"));
        Duration every = node.at("every").duration();
        if (every != null && every.compareTo(SHORTEST) < 0) {
            node.at("every").mistake("is shorter than a minute", Quantity.DURATIONS);
        }
        if (token == null || token.isBlank()) {
            if (OWN.stream().anyMatch(key -> !node.at(key).isAbsent())) {
                node.at("token").mistake("is missing", "the provider lists nothing without one");
            }
            return null;
        }
        if (recipe != null) {
            constants(node, recipe);
        }
        return recipe == null || node.mistakes().count() > before
                ? null
                : new Backfill(recipe, token, config(), from, every);
    }

    private static @Nullable Instant from(ConfigNode node) {
        String text = node.value();
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            node.mistake("must be a time such as 2026-01-31T12:00:00Z", null);
            return null;
        }
    }

    private static @Nullable BackfillRecipe recipe(ConfigNode node) {
        if (node.at("request").isAbsent()) {
            node.mistake("does not say how the provider lists what it has sent", "request: { url: \"https://…\" }");
            return null;
        }
        Request request = StatusReader.request(node.at("request"), BackfillRecipe.FIELDS);
        TimeFormat since = Meaning.optional(node.at("since"), TimeFormat::parse);
        EventPath each = Meaning.required(node.at("each"), EventPath::parse);
        Next next = next(node.at("next"));
        ElementTime newestFirst = time(node.at("newestFirst"));
        Item item = item(node.at("item"));
        if (request == null || each == null) {
            return null;
        }
        BackfillRecipe recipe =
                new BackfillRecipe(request, since == null ? TimeFormat.ISO8601 : since, each, next, newestFirst, item);
        references(node, recipe);
        return recipe;
    }

    private static Next next(ConfigNode node) {
        if (node.isAbsent()) {
            return Next.NONE;
        }
        node.allow(NEXT, Set.of());
        Map<String, Paging> ways = new LinkedHashMap<>();
        Map.of("cursor", Paging.CURSOR, "last", Paging.LAST, "address", Paging.ADDRESS)
                .forEach((key, paging) -> {
                    if (!node.at(key).isAbsent()) {
                        ways.put(key, paging);
                    }
                });
        if (node.at("link").flag(false)) {
            ways.put("link", Paging.LINK);
        }
        if (node.at("page").flag(false)) {
            ways.put("page", Paging.PAGE);
        }
        if (ways.size() != 1) {
            node.mistake("must say one way to the next page", "one of cursor, last, link, address, page");
            return Next.NONE;
        }
        Map.Entry<String, Paging> way = ways.entrySet().iterator().next();
        ConfigNode place = node.at(way.getKey());
        return new Next(
                way.getValue(),
                place.isText() && !place.isAbsent() ? Meaning.required(place, Pointer::parse) : null,
                Meaning.optional(node.at("more"), Pointer::parse),
                node.at("parameter").text(),
                Meaning.optional(node.at("body"), StatusText::parse));
    }

    private static @Nullable ElementTime time(ConfigNode node) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(TIME, Set.of());
        Pointer at = Meaning.required(node.at("at"), Pointer::parse);
        TimeFormat unit = Meaning.required(node.at("unit"), TimeFormat::parse);
        return at == null || unit == null ? null : new ElementTime(at, unit);
    }

    private static Item item(ConfigNode node) {
        node.allow(ITEM, Set.of());
        Request request = node.at("request").isAbsent() ? null : StatusReader.request(node.at("request"), Set.of());
        Pointer body = Meaning.optional(node.at("body"), Pointer::parse);
        return new Item(
                request,
                Meaning.optional(node.at("id"), Pointer::parse),
                body == null ? new Pointer(false, List.of()) : body,
                Meaning.optional(node.at("headers"), Pointer::parse),
                node.at("wrap").text());
    }

    private static void references(ConfigNode node, BackfillRecipe recipe) {
        Set<String> listing = new TreeSet<>();
        recipe.request().texts().forEach(text -> listing.addAll(text.references()));
        if (recipe.next().body() != null) {
            listing.addAll(recipe.next().body().references());
        }
        for (String reference : listing) {
            boolean field =
                    reference.startsWith(FIELD) && BackfillRecipe.FIELDS.contains(reference.substring(FIELD.length()));
            if (!field && !reference.equals("token") && !reference.startsWith(CONFIG)) {
                node.at("request")
                        .mistake(
                                "refers to {" + reference + "}, which a list does not have",
                                "{field:since}, {field:cursor}, {config:name}, {token}");
            }
        }
        if (recipe.item().request() != null && recipe.item().id() == null) {
            node.at("item").at("id").mistake("is missing", "what {key} stands for in the item's request");
        }
    }

    /** What a text needs of the user's account. */
    private void constants(ConfigNode node, BackfillRecipe recipe) {
        Set<String> used = new TreeSet<>();
        recipe.request().texts().forEach(text -> used.addAll(text.references()));
        Request item = recipe.item().request();
        if (item != null) {
            item.texts().forEach(text -> used.addAll(text.references()));
        }
        for (String reference : used) {
            if (reference.startsWith(CONFIG) && !given.containsKey(reference)) {
                node.mistake("needs config." + reference.substring(CONFIG.length()), "give it, or remove backfill");
            }
        }
    }

    private Map<String, String> config() {
        Map<String, String> config = new HashMap<>();
        given.forEach((reference, value) -> {
            if (reference.startsWith(CONFIG)) {
                config.put(reference.substring(CONFIG.length()), value);
            }
        });
        return config;
    }
}

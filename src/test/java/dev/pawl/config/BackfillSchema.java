package dev.pawl.config;

import static dev.pawl.config.SchemaParts.duration;
import static dev.pawl.config.SchemaParts.flag;
import static dev.pawl.config.SchemaParts.ref;
import static dev.pawl.config.SchemaParts.text;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** How a provider lists what it has sent. */
final class BackfillSchema {

    private BackfillSchema() {}

    static void define(ObjectNode defs) {
        defs.set("backfill", backfill());
        defs.set("backfillNext", next());
        defs.set("backfillItem", item());
    }

    private static ObjectNode backfill() {
        return new SchemaObject("How the provider lists what it has sent.")
                .key("token", "Makes it happen: what the provider wants to see.", text())
                .key("from", "How far the first list reaches back; default: to the first start.", text())
                .key("every", "How often; default 15m.", duration())
                .key("request", "Asks for a page.", ref("statusRequest"))
                .key("since", "How {field:since} is written: seconds, millis, iso8601 or a pattern.", text())
                .key("each", "JSON pointer to the listed elements.", text())
                .key("next", "How the next page is asked for.", ref("backfillNext"))
                .key("newestFirst", "An element's time: one that is too old ends the list.", ref("time"))
                .key("item", "How an element becomes what would have been delivered.", ref("backfillItem"))
                .schema();
    }

    private static ObjectNode next() {
        return new SchemaObject("One way to the next page.")
                .key("cursor", "JSON pointer to the cursor in the answer.", text())
                .key("last", "JSON pointer to the cursor in the last element.", text())
                .key("link", "The header Link has the address.", flag())
                .key("address", "JSON pointer to the address in the answer.", text())
                .key("page", "Pages are numbered from 1.", flag())
                .key("more", "JSON pointer to whether there is one.", text())
                .key("parameter", "Query parameter that takes the cursor.", text())
                .key("body", "Body of requests for further pages.", text())
                .schema();
    }

    private static ObjectNode item() {
        return new SchemaObject("What a listed element is, or leads to.")
                .key("request", "Asks for the whole of it, by {key}.", ref("statusRequest"))
                .key("id", "JSON pointer to what {key} stands for.", text())
                .key("body", "JSON pointer to what would have been the body.", text())
                .key("headers", "JSON pointer to an object of headers.", text())
                .key("wrap", "Name of a list the body stands in.", text())
                .schema();
    }
}

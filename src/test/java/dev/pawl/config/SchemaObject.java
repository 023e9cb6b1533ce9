package dev.pawl.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A map of the configuration with its known keys, each explained; any other key is a mistake. */
final class SchemaObject {

    private final ObjectNode schema = JsonNodeFactory.instance.objectNode();
    private final ObjectNode properties;

    SchemaObject(String description) {
        schema.put("description", description);
        schema.put("type", "object");
        properties = schema.putObject("properties");
    }

    SchemaObject key(String name, String description, ObjectNode value) {
        ObjectNode described = JsonNodeFactory.instance.objectNode().put("description", description);
        described.setAll(SchemaParts.orNull(value));
        if (properties.replace(name, described) != null) {
            throw new IllegalStateException(name + " is described twice");
        }
        return this;
    }

    /** Only where no preset can have given the rest. */
    SchemaObject required(String... names) {
        ArrayNode list = schema.putArray("required");
        for (String name : names) {
            list.add(name);
        }
        return this;
    }

    /** At least one of these groups of keys must be there. */
    SchemaObject anyRequired(String[]... groups) {
        ArrayNode any = schema.putArray("anyOf");
        for (String[] group : groups) {
            ArrayNode list = any.addObject().putArray("required");
            for (String name : group) {
                list.add(name);
            }
        }
        return this;
    }

    ObjectNode schema() {
        schema.put("additionalProperties", false);
        return schema;
    }
}

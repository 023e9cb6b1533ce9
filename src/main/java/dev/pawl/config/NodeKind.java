package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;

/** What a value is, in words for whoever wrote it. */
final class NodeKind {

    private NodeKind() {}

    static String of(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT, POJO -> "a map";
            case ARRAY -> "a list";
            case STRING, BINARY -> "text";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL, MISSING -> "absent";
        };
    }
}

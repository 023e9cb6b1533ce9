package dev.pawl.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Text of a configuration file as a tree. */
final class YamlTree {

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private YamlTree() {}

    /** The tree; null, with the mistake and its line noted at the path, for what is no YAML. An empty text is an absent tree. */
    static @Nullable JsonNode parse(String text, String path, Mistakes mistakes) {
        try {
            JsonLocation alias = firstAlias(text);
            if (alias != null) {
                mistakes.add(
                        path + ":" + alias.getLineNr(),
                        "holds a YAML alias, which is not supported",
                        "write the value out");
                return null;
            }
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            // Not the parser's own message: it quotes the lines around, and with them secrets.
            JsonLocation at = e.getLocation();
            String where = at == null ? path : path + ":" + at.getLineNr();
            String column = at == null ? "" : " near column " + at.getColumnNr();
            mistakes.add(
                    where, "is not valid YAML" + column, "look at indentation, quotes, colons and repeated keys there");
            return null;
        }
    }

    /** Jackson reads an alias as the text of its name, which would silently be another value than meant. */
    private static @Nullable JsonLocation firstAlias(String text) throws JsonProcessingException {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            while (parser.nextToken() != null) {
                if (parser.isCurrentAlias()) {
                    return parser.currentTokenLocation();
                }
            }
            return null;
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory does not fail", e);
        }
    }
}

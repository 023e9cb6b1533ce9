package dev.pawl.config;

import dev.pawl.core.interpret.BodyFormat;
import dev.pawl.core.json.Pointer;
import org.jspecify.annotations.Nullable;

/** Reads {@code body}: how a source's bodies are written. */
final class BodyFormatReader {

    private BodyFormatReader() {}

    /** @param source the whole source */
    static BodyFormat read(ConfigNode source) {
        BodyFormat format = Meaning.optional(source.at("body"), BodyFormat::parse);
        if (format != null && format.coding() == BodyFormat.Coding.JWS) {
            for (ConfigNode recipe : source.at("verify").oneOrMore()) {
                vouchedFor(recipe, source.at("body"), format);
            }
        }
        return format == null ? BodyFormat.JSON : format;
    }

    /** Reading one signed text after another was verified would be reading what nobody vouches for. */
    private static void vouchedFor(ConfigNode recipe, ConfigNode body, BodyFormat format) {
        ConfigNode place = recipe.at("signature").at("json");
        String pointer = place.isText() ? place.text() : null;
        @Nullable
        Pointer verified =
                pointer == null ? null : Pointer.parse(pointer).<@Nullable Pointer>fold(read -> read, p -> null);
        boolean jws = recipe.at("algorithm").isText()
                && "jws".equals(recipe.at("algorithm").text());
        if (!jws || verified == null || !verified.equals(format.at())) {
            body.mistake(
                    "reads a signed text that is not the one that is verified",
                    "every recipe must be algorithm: jws with signature: { json: … } at the same place");
        }
    }
}

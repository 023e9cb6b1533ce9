package dev.pawl.config;

import dev.pawl.core.interpret.BodyFormat;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.Coverage;
import dev.pawl.core.verify.Proof;
import dev.pawl.core.verify.VerificationRecipe;
import org.jspecify.annotations.Nullable;

/** Reads {@code body}: how a source's bodies are written. */
final class BodyFormatReader {

    private BodyFormatReader() {}

    /**
     * @param source the whole source
     * @param scheme null: wrong, and told already
     */
    static BodyFormat read(ConfigNode source, @Nullable Scheme scheme) {
        BodyFormat format = Meaning.optional(source.at("body"), BodyFormat::parse);
        if (format != null && format.coding() == BodyFormat.Coding.JWS) {
            for (ConfigNode recipe : source.at("verify").oneOrMore()) {
                vouchedFor(recipe, source.at("body"), format);
            }
        } else if (scheme != null && scheme.recipes().stream().anyMatch(BodyFormatReader::coversOwnPayloadOnly)) {
            source.at("body")
                    .mistake(
                            "reads what stands beside the signed text in the body, which anybody could have written",
                            "body: jws:/pointer with signature: { json: /pointer }, or say covers: fields or none");
        }
        return format == null ? BodyFormat.JSON : format;
    }

    /** A JWS that stands in the body, and is taken to prove all of it, proves its payload and nothing beside it. */
    private static boolean coversOwnPayloadOnly(VerificationRecipe recipe) {
        return recipe.covers() == Coverage.BODY
                && recipe.proof() instanceof Proof.Jws jws
                && jws.place().isInBody()
                && !jws.rule().vouchesForBody();
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

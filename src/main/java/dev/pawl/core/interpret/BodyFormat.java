package dev.pawl.core.interpret;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.Pointer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a body is written, and where in it the document with the events is.
 *
 * @param outer how the body as a whole is written
 * @param at where the text of the document stands in it; null: the whole is the document
 * @param coding how the document is written there
 */
public record BodyFormat(Outer outer, @Nullable Pointer at, Coding coding) {

    /** How a body as a whole is written. */
    public enum Outer {
        JSON,
        /** Fields of a form ({@code application/x-www-form-urlencoded}), whatever the request calls it. */
        FORM
    }

    /** How a document is written within another. */
    public enum Coding {
        /** As JSON text. */
        PLAIN,
        /** As JSON text in base64, of either alphabet. */
        BASE64,
        /** As the payload of a compact JWS; whoever configures it must verify that very signature. */
        JWS
    }

    public static final BodyFormat JSON = new BodyFormat(Outer.JSON, null, Coding.PLAIN);
    public static final BodyFormat FORM = new BodyFormat(Outer.FORM, null, Coding.PLAIN);

    private static final String FORM_FIELD = "form:";
    private static final String JSON_POINTER = "json:";
    private static final String JWS_POINTER = "jws:";
    private static final String IN_BASE64 = ":base64";
    private static final String KNOWN =
            "known are json, form, form:<field>, form:<field>:base64, json:/pointer:base64 and jws:/pointer";

    /** Reads {@code json}, {@code form}, {@code form:payload}, {@code form:data:base64}, {@code json:/a:base64}, {@code jws:/a}. */
    public static Parsed<BodyFormat> parse(String text) {
        if (text.equals("json") || text.equals("form")) {
            return Parsed.of(text.equals("json") ? JSON : FORM);
        }
        boolean base64 = text.endsWith(IN_BASE64);
        String place = base64 ? text.substring(0, text.length() - IN_BASE64.length()) : text;
        if (place.startsWith(FORM_FIELD) && place.length() > FORM_FIELD.length()) {
            Pointer field = new Pointer(false, List.of(place.substring(FORM_FIELD.length())));
            return Parsed.of(new BodyFormat(Outer.FORM, field, base64 ? Coding.BASE64 : Coding.PLAIN));
        }
        if (base64 && place.startsWith(JSON_POINTER)) {
            return pointed(place.substring(JSON_POINTER.length()), Coding.BASE64);
        }
        return !base64 && place.startsWith(JWS_POINTER)
                ? pointed(place.substring(JWS_POINTER.length()), Coding.JWS)
                : Parsed.wrong("no such form of a body; " + KNOWN);
    }

    private static Parsed<BodyFormat> pointed(String pointer, Coding coding) {
        return pointer.startsWith("/")
                ? Pointer.parse(pointer).then(at -> Parsed.of(new BodyFormat(Outer.JSON, at, coding)))
                : Parsed.wrong("a pointer starts with /; " + KNOWN);
    }
}

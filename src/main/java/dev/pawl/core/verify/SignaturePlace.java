package dev.pawl.core.verify;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.Verification.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Where a request carries its signature, or whatever else proves where it comes from. */
public final class SignaturePlace {

    /** A place with more is made to keep us busy. */
    static final int TOLERATED = 32;

    private final List<TextPart.Reference> places;
    private final boolean any;
    private final SignatureLayout layout;

    private SignaturePlace(List<TextPart.Reference> places, boolean any, SignatureLayout layout) {
        if (places.isEmpty()) {
            throw new IllegalArgumentException("no place is named");
        }
        this.places = List.copyOf(places);
        this.any = any;
        this.layout = layout;
    }

    /**
     * @param names in any case
     * @param any whether each of them may carry a signature that fits; otherwise only the first one present counts
     */
    public static SignaturePlace headers(List<String> names, boolean any, SignatureLayout layout) {
        List<TextPart.Reference> places = new ArrayList<>();
        names.forEach(name -> places.add(new TextPart.Header(name.toLowerCase(Locale.ROOT))));
        return new SignaturePlace(places, any, layout);
    }

    public static SignaturePlace header(String name, SignatureLayout layout) {
        return headers(List.of(name), false, layout);
    }

    public static SignaturePlace query(String name, SignatureLayout layout) {
        return new SignaturePlace(List.of(new TextPart.Query(name)), false, layout);
    }

    public static SignaturePlace form(String name, SignatureLayout layout) {
        return new SignaturePlace(List.of(new TextPart.Form(name)), false, layout);
    }

    public static SignaturePlace json(Pointer pointer, SignatureLayout layout) {
        return new SignaturePlace(List.of(new TextPart.Json(pointer)), false, layout);
    }

    /** What a request carries there. */
    record Carried(Reason problem, SignatureValue value) {
        boolean isNothing() {
            return value.candidates().isEmpty();
        }
    }

    Carried in(RequestScope scope) {
        Carried found = new Carried(Reason.SIGNATURE_MISSING, SignatureValue.NOTHING);
        for (TextPart.Reference place : places) {
            Found text = place.read(scope);
            boolean nothing =
                    text.isAbsent() || (text.problem() == null && text.text().isEmpty());
            if (nothing) {
                continue;
            }
            SignatureValue value = text.problem() == null ? layout.read(text.text()) : SignatureValue.NOTHING;
            found = new Carried(Reason.SIGNATURE_MALFORMED, any ? joined(found.value, value) : value);
            if (!any) {
                break;
            }
        }
        return found.value.candidates().size() > TOLERATED
                ? new Carried(Reason.SIGNATURE_MALFORMED, SignatureValue.NOTHING)
                : found;
    }

    private static SignatureValue joined(SignatureValue some, SignatureValue more) {
        List<String> candidates = new ArrayList<>(some.candidates());
        candidates.addAll(more.candidates());
        Map<String, List<String>> parts = new HashMap<>(some.parts());
        parts.putAll(more.parts());
        return new SignatureValue(candidates, parts);
    }

    /** The body's own member or field that carries it; empty where it is elsewhere. */
    String ownName() {
        TextPart.Reference first = places.get(0);
        if (first instanceof TextPart.Form form) {
            return form.name();
        }
        return first instanceof TextPart.Json json && !json.pointer().segments().isEmpty()
                ? json.pointer().segments().get(0)
                : "";
    }

    /** Lower-case names. */
    Set<String> headers() {
        Set<String> names = new HashSet<>();
        for (TextPart.Reference place : places) {
            if (place instanceof TextPart.Header header) {
                names.add(header.name());
            }
        }
        return names;
    }

    /** Names of query parameters. */
    Set<String> queryFields() {
        Set<String> names = new HashSet<>();
        for (TextPart.Reference place : places) {
            if (place instanceof TextPart.Query query) {
                names.add(query.name());
            }
        }
        return names;
    }

    /** Whether it is in the body. */
    public boolean isInBody() {
        return places.get(0) instanceof TextPart.Form || places.get(0) instanceof TextPart.Json;
    }

    public SignatureLayout layout() {
        return layout;
    }

    TextPart.Reference first() {
        return places.get(0);
    }
}

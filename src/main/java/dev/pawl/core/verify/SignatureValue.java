package dev.pawl.core.verify;

import java.util.List;
import java.util.Map;

/**
 * A signature header, taken apart.
 *
 * @param candidates still encoded, in order; each might be the signature
 * @param parts values of the other named parts, by name
 */
public record SignatureValue(List<String> candidates, Map<String, List<String>> parts) {

    static final SignatureValue NOTHING = new SignatureValue(List.of(), Map.of());

    static SignatureValue of(String candidate) {
        return new SignatureValue(List.of(candidate), Map.of());
    }
}

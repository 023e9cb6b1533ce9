package dev.pawl.core.verify;

import java.util.List;
import java.util.Locale;

/**
 * Where a request carries its signature.
 *
 * @param headers names in any case; the first one present counts, the others are not looked at
 */
public record SignaturePlace(List<String> headers, SignatureEncoding encoding, SignatureLayout layout) {

    public SignaturePlace {
        headers = headers.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        if (headers.isEmpty()) {
            throw new IllegalArgumentException("no header is named");
        }
    }
}

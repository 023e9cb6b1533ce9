package dev.pawl.core.verify;

import java.util.ArrayList;
import java.util.List;

/** The signatures a request offers, as bytes. */
final class Candidates {

    /** Each of these costs as much as hashing a large body. */
    private static final int EXAMINED_BY_PUBLIC_KEY = 4;

    private Candidates() {}

    static List<byte[]> decoded(Proof.Signed proof, SignatureValue value) {
        int most = proof.algorithm() instanceof PublicKeyAlgorithm ? EXAMINED_BY_PUBLIC_KEY : SignaturePlace.TOLERATED;
        List<String> offered = value.candidates();
        List<byte[]> decoded = new ArrayList<>();
        for (String candidate : offered.subList(0, Math.min(most, offered.size()))) {
            byte[] bytes = proof.encoding().decode(candidate);
            if (bytes != null) {
                decoded.add(bytes);
            }
        }
        return decoded;
    }
}

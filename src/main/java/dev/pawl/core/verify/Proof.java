package dev.pawl.core.verify;

/** What a request must carry to be believed. */
public sealed interface Proof {

    /** A signature over a text. */
    record Signed(SignatureAlgorithm algorithm, SignaturePlace place, SignatureEncoding encoding, RequestText signed)
            implements Proof {}

    /** The secret itself. */
    record Token(SignaturePlace place) implements Proof {}

    /** {@code Authorization: Basic}; the secret is {@code user:password}. */
    record Basic() implements Proof {}

    /** A JSON Web Signature. */
    record Jws(SignaturePlace place, JwsRule rule) implements Proof {}
}
